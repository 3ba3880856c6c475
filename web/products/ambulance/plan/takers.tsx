import { useState } from "react";
import { useActingPerson } from "#data/acting.ts";
import { type PlannedShift, plannedShiftQueries, type Taker } from "#data/planned_shifts/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { objectionText, placeOf, shiftName } from "./plan-rules.ts";
import { useAsking, usePlacing } from "./plan-actions.ts";
import { planTexts } from "./plan-texts.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

const texts = planTexts.admin;

type TakersProps = { shift: PlannedShift; onClose: () => void };

/** `Who can take it`: the eligible, whether they are rested, and their hours of the week. They are asked, or placed. */
export function Takers({ shift, onClose }: TakersProps) {
  const query = useQuery(plannedShiftQueries.takers(useActingPerson(), shift.id));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={texts.takersOf(shiftName(shift))}
      description={texts.takersText}
      width="normal"
    >
      <StateView query={query} failed={planTexts.loadFailed} empty={texts.noTakers}>
        {(takers) => (
          <ul>
            {takers.map((taker) => (
              <TakerLine key={taker.employee_id} {...{ shift, taker }} />
            ))}
          </ul>
        )}
      </StateView>
    </Dialog>
  );
}

/** What the admin should know of somebody before asking. */
function factsOf(shift: PlannedShift, taker: Taker, now: number): string[] {
  return [
    ...(placeOf(shift, taker.employee_id)?.state === "asked" ? [texts.askedTitle] : []),
    ...taker.reasons.map((reason) => objectionText(reason, false)),
    ...(taker.warnings.length > 0 ? taker.warnings.map((warning) => objectionText(warning, false)) : [texts.rested]),
    texts.weekHours(String(Math.round(taker.week_hours * 10) / 10)),
    ...(taker.asked_at === null ? [] : [texts.askedAt(shortMoment(new Date(taker.asked_at), now))]),
  ];
}

function TakerLine({ shift, taker }: { shift: PlannedShift; taker: Taker }) {
  const now = useNow();
  const asking = useAsking();
  const placing = usePlacing();
  const [isReasoned, setIsReasoned] = useState(false);
  const who = taker.name ?? taker.employee_id;
  const isEligible = taker.reasons.length === 0;
  const place = (reason: string | null) => ({
    shift: shift.id,
    placeId: randomKey(),
    employee: taker.employee_id,
    expected: placeOf(shift, taker.employee_id)?.state === "asked" ? ("asked" as const) : null,
    reason,
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-auto basis-48">
        <p className="wrap-anywhere">
          <strong>{who}</strong>{" "}
          {taker.name !== null && <span className="text-sm text-ink-soft">{taker.employee_id}</span>}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">{factsOf(shift, taker, now).join(" · ")}</p>
      </div>
      <div className="flex gap-2">
        {isEligible && (
          <Button
            size="small"
            aria-label={texts.askNamed(who)}
            pending={asking.isPending(taker.employee_id)}
            onClick={() => void asking.run({ shift: shift.id, employee: taker.employee_id, eventId: randomKey() })}
          >
            {texts.ask}
          </Button>
        )}
        <Button
          size="small"
          aria-label={texts.placeNamed(who)}
          pending={placing.isPending(taker.employee_id)}
          onClick={() => (isEligible ? void placing.run(place(null)) : setIsReasoned(true))}
        >
          {texts.place}
        </Button>
      </div>
      {isReasoned && (
        <ReasonDialog
          title={texts.placeTitle(who)}
          text={taker.reasons.map((reason) => objectionText(reason, false)).join(". ")}
          submit={texts.place}
          onSubmit={(reason) => placing.submit(place(reason))}
          failed={placing.failed}
          onClose={() => setIsReasoned(false)}
        />
      )}
    </li>
  );
}
