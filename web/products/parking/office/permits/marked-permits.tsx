import { readablePlate } from "#contract/plate.ts";
import { type LeftPermit, useEndPermits } from "#data/permits/mutations.ts";
import type { Permit } from "#data/permits/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatCount } from "#shared/format/money.ts";
import { useNow } from "#shared/use-now.ts";
import { Button } from "#shared/ui/button.tsx";
import { MarkBar } from "../shell/marks/mark-bar.tsx";
import type { Marks } from "../shell/marks/use-marks.ts";
import { permitTexts } from "./permit-texts.ts";
import { canEnd } from "./rules/permit-state.ts";

const texts = permitTexts.many;

type Ending = { permits: readonly Permit[]; endedBy: string };

const useEnding = defineAction<Ending, LeftPermit[]>({
  mutation: useEndPermits,
  ask: ({ permits }) => ({
    title: texts.title(formatCount(permits.length)),
    description: texts.text,
    confirmText: texts.end,
    danger: true,
  }),
  done: (left, { permits }) => {
    const ended = permits.length - left.length;
    return ended === 0 ? undefined : texts.done(formatCount(ended));
  },
  failed: () => texts.failed,
});

/** The bar of the list's marked permits. It ends them, and gives the reason for each permit that was not ended. */
export function MarkedPermits({ marks, userId }: { marks: Marks<Permit>; userId: string }) {
  const now = useNow();
  const { run, isPending } = useEnding();
  const permits = marks.rows.filter((permit) => canEnd(permit, now));

  async function handleEnd() {
    const outcome = await run({ permits, endedBy: userId });
    if (outcome.status !== "done") return;
    const left = outcome.result;
    marks.keep(
      left.map(({ id }) => id),
      left.length > 0 ? <Left permits={left} /> : undefined,
    );
  }

  return (
    <MarkBar marks={marks}>
      {permits.length > 0 && (
        <Button size="small" pending={isPending()} onClick={() => void handleEnd()}>
          {texts.end}
        </Button>
      )}
    </MarkBar>
  );
}

/** The permits that were not ended, each with the reason. */
function Left({ permits }: { permits: readonly LeftPermit[] }) {
  return (
    <output className="block">
      <p className="font-semibold">{texts.left}</p>
      <ul className="mt-2 grid gap-2">
        {permits.map(({ id, plate, why }) => (
          <li key={id} className="font-medium wrap-anywhere text-danger">
            {texts.row(readablePlate(plate), texts.why[why])}
          </li>
        ))}
      </ul>
    </output>
  );
}
