import type { Call } from "#data/calls/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Since } from "../parts/since.tsx";
import { PRIORITY_TONES } from "../rules/tones.ts";
import { unitTexts } from "../unit-texts.ts";
import { callTexts as texts } from "./call-texts.ts";

type AssignProps = { unit: Unit; calls: readonly Call[]; onAssign: (call: Call) => void; onClose: () => void };

/** The choice of an open call for a unit; a call that it is on already is left out. */
export function AssignCall({ unit, calls, onAssign, onClose }: AssignProps) {
  const others = calls.filter(
    ({ units }) => !units.some(({ unit_id, cleared_at }) => unit_id === unit.id && cleared_at === null),
  );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={unitTexts.assignNamed(unit.unit_number)}
      description={texts.units.aboutCalls}
      width="normal"
    >
      {others.length === 0 && <p>{texts.none.open}</p>}
      <ul className="grid gap-2">
        {others.map((call) => (
          <li key={call.id}>
            <Button className="w-full flex-wrap justify-start! gap-x-3 text-left" onClick={() => onAssign(call)}>
              <b className="tabular-nums">{call.number}</b>
              <Badge tone={PRIORITY_TONES[call.priority]}>{texts.priorities[call.priority]}</Badge>
              <span className="ml-auto font-normal tabular-nums">
                {call.status === "waiting" ? <Since at={call.waiting_since} /> : texts.statuses[call.status]}
              </span>
              <span className="basis-full wrap-anywhere">{[call.place, call.nature].filter(Boolean).join(" · ")}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
