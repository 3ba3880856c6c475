import { clsx } from "clsx";
import { isCaseRefusal } from "#data/data-error.ts";
import { type Assignment, useAssignObjection } from "#data/objections/mutations.ts";
import { isWith } from "#data/objections/pages.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Button } from "#shared/ui/button.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { KeyMark } from "../shell/key-mark.tsx";
import { objectionTexts } from "./objection-texts.ts";

const texts = objectionTexts.take;

const useAssign = defineAction<Assignment, string | null>({
  mutation: useAssignObjection,
  thing: ({ id }) => id,
  done: (_, { take }) => (take ? texts.done : texts.gaveBack),
  failed: (error, { take }) => ({
    text: take ? texts.failed : texts.giveBackFailed,
    // The database names the person who was first.
    ...(isCaseRefusal(error) ? { description: error.message } : {}),
  }),
});

type Assigned = { id: string; assigned_to: string | null };

/** Takes an objection for the current person, or gives it back. */
export function useTake({ id, assigned_to: seen }: Assigned, ownId: string) {
  const { run, isPending } = useAssign({ focus: mainIfFocusLost });
  const isMine = isWith(seen, ownId);
  const toggle = () => void run({ id, take: !isMine, seen });
  return { isMine, toggle, isPending: isPending(id) };
}

/** The holder of an objection, with the button `Ta ärendet`, which also takes it from another person; its holder can give it back. */
export function TakeButton({ objection, ownId, shortcut }: { objection: Assigned; ownId: string; shortcut?: string }) {
  const { isMine, toggle, isPending } = useTake(objection, ownId);
  const { queue } = objectionTexts;
  const holder = objection.assigned_to;
  return (
    <>
      <span className={clsx("text-sm wrap-anywhere text-ink-soft", holder === null && "nobody")}>
        {isMine ? queue.mine : holder === null ? queue.nobody : queue.other(holder)}
      </span>
      <Button size="small" pending={isPending} aria-keyshortcuts={shortcut} onClick={toggle}>
        {isMine ? texts.giveBack : texts.button}
        {shortcut !== undefined && <KeyMark>{shortcut}</KeyMark>}
      </Button>
    </>
  );
}
