import { useRef, useState } from "react";
import type { PlannedShift, ShiftPlace } from "#data/planned_shifts/queries.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { useNow } from "#shared/use-now.ts";
import { freePlaces, holdersOf, shiftName } from "./plan-rules.ts";
import { useCancelling, useRemoving } from "./plan-actions.ts";
import { planTexts } from "./plan-texts.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { ShiftCard } from "./shift-card.tsx";
import { ShiftDialog } from "./shift-dialog.tsx";
import { draftOf } from "./shift-schema.ts";
import { Takers } from "./takers.tsx";
import type { VehicleNames } from "./use-vehicle-names.ts";

const texts = planTexts.admin;

type AdminShiftProps = { shift: PlannedShift; vehicles: VehicleNames; hasDay?: boolean };

/** A planned shift as the admin sees it: its people, and its ways on while it is not over. */
export function AdminShift({ shift, vehicles, hasDay }: AdminShiftProps) {
  const now = useNow();
  const [open, setOpen] = useState<"change" | "takers">();
  const box = useRef<HTMLDivElement>(null);
  const cancelling = useCancelling({ focus: () => box.current });
  const name = shiftName(shift);
  const isOpen = shift.cancelled_at === null && Date.parse(shift.ends_at) > now;
  return (
    <ShiftCard shift={shift} vehicles={vehicles} hasDay={hasDay ?? false} people={<Holders {...{ shift, isOpen }} />}>
      {isOpen && <SignedUp shift={shift} />}
      <div ref={box} tabIndex={-1} className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {isOpen && (
          <>
            {shift.published_at !== null && freePlaces(shift) > 0 && (
              <Button
                size="small"
                variant="primary"
                aria-label={texts.takersOf(name)}
                onClick={() => setOpen("takers")}
              >
                {texts.takers}
              </Button>
            )}
            <Button size="small" aria-label={texts.changeOf(name)} onClick={() => setOpen("change")}>
              {texts.change}
            </Button>
            <Button
              size="small"
              aria-label={`${texts.cancelShift} ${name}`}
              pending={cancelling.isPending(shift.id)}
              onClick={() =>
                void cancelling.run({
                  shifts: [{ id: shift.id, cancelled_at: new Date().toISOString() }],
                  expected: { [shift.id]: { cancelled_at: null } },
                })
              }
            >
              {texts.cancelShift}
            </Button>
          </>
        )}
      </div>
      {open === "change" && <ShiftDialog shift={shift} draft={draftOf(shift, "")} onClose={() => setOpen(undefined)} />}
      {open === "takers" && <Takers shift={shift} onClose={() => setOpen(undefined)} />}
    </ShiftCard>
  );
}

function Holders({ shift, isOpen }: { shift: PlannedShift; isOpen: boolean }) {
  const holders = holdersOf(shift);
  return (
    holders.length > 0 && (
      <ul>
        {holders.map((place) => (
          <Holder key={place.id} {...{ place, isOpen }} />
        ))}
      </ul>
    )
  );
}

/** How many have signed up, who wait in `Requests`. */
function SignedUp({ shift }: { shift: PlannedShift }) {
  const count = shift.people.filter(({ state }) => state === "asked").length;
  return count > 0 && <p className="font-semibold">{texts.signedUp(count)}</p>;
}

/** Somebody on a shift, who may be taken off with a reason. */
function Holder({ place, isOpen }: { place: ShiftPlace; isOpen: boolean }) {
  const removing = useRemoving();
  const [isAsked, setIsAsked] = useState(false);
  const who = place.name ?? place.employee_id;
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <span className="wrap-anywhere">
        {who}
        {place.confirmed_at === null && <span className="font-semibold text-warning"> {planTexts.unconfirmed}</span>}
      </span>
      {isOpen && (
        <Button size="small" variant="ghost" aria-label={texts.takeOffNamed(who)} onClick={() => setIsAsked(true)}>
          {texts.takeOff}
        </Button>
      )}
      {isAsked && (
        <ReasonDialog
          title={texts.takeOffTitle(who)}
          text={texts.takeOffText}
          submit={texts.takeOff}
          isDanger
          onSubmit={(reason) => removing.submit({ place: place.id, eventId: randomKey(), step: "remove", reason })}
          failed={removing.failed}
          onClose={() => setIsAsked(false)}
        />
      )}
    </li>
  );
}
