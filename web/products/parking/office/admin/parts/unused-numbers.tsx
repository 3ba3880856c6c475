import { useId } from "react";
import { caseNumberQueries, type NumberHolder } from "#data/case_numbers/queries.ts";
import { useVoidCaseNumbers } from "#data/case_numbers/mutations.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.unusedNumbers;

const useVoid = defineAction({
  mutation: useVoidCaseNumbers,
  thing: ({ person }) => person,
  ask: ({ person }) => ({
    title: texts.confirmTitle(person),
    description: texts.confirmText,
    confirmText: texts.void,
    danger: true,
  }),
  done: (count) => texts.voided(count),
  failed: () => texts.voidFailed,
});

/** Unused case numbers on people's phones. An admin voids them when a phone is lost (document 4 §4). */
export function UnusedNumbers({ project }: { project: string }) {
  const title = useId();
  const query = useQuery(caseNumberQueries.holders(project));
  const action = useVoid({ focus: mainIfFocusLost });
  const handleVoid = (person: string) => void action.run({ project, person });
  return (
    <section aria-labelledby={title} className="comes-after mt-10">
      <h2 id={title} className="mb-3 text-xl font-bold">
        {texts.title}
      </h2>
      <StateView
        query={query}
        loading={1}
        failed={texts.loadFailed}
        empty={<p className="text-ink-soft">{texts.none}</p>}
      >
        {(people) => (
          <ul aria-labelledby={title}>
            {people.map((holder) => (
              <li key={holder.user_id}>
                <Holder holder={holder} isPending={action.isPending(holder.user_id)} onVoid={handleVoid} />
              </li>
            ))}
          </ul>
        )}
      </StateView>
    </section>
  );
}

type HolderProps = { holder: NumberHolder; isPending: boolean; onVoid: (person: string) => void };

function Holder({ holder, isPending, onVoid }: HolderProps) {
  const { user_id: userId, unused, held, latest } = holder;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line px-1 py-2.5">
      <span className="min-w-0">
        <span className="mr-4 font-semibold wrap-anywhere">{userId}</span>
        <span className="text-sm text-ink-soft">{texts.held(unused, held, formatDateTime(latest))}</span>
      </span>
      <Button size="small" aria-label={texts.voidOf(userId)} pending={isPending} onClick={() => onVoid(userId)}>
        {texts.void}
      </Button>
    </div>
  );
}
