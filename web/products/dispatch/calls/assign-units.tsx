import { useState } from "react";
import type { Call } from "#data/calls/queries.ts";
import type { LocationMinimum } from "#data/location_minimums/queries.ts";
import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog, DialogActions } from "#shared/ui/dialog.tsx";
import { StatusBadge } from "../parts/statuses.tsx";
import { candidatesFor } from "../rules/candidates.ts";
import { callTexts } from "./call-texts.ts";

const { units: texts } = callTexts;

type AssignProps = {
  call: Call;
  calls: readonly Call[];
  units: readonly Unit[];
  statuses: readonly UnitStatus[];
  minimums: readonly LocationMinimum[];
  onAssign: (units: Unit[]) => void;
  onClose: () => void;
};

/** The choice of units for a call: free ones first, with why not for the others. */
export function AssignUnits({ call, calls, units, statuses, minimums, onAssign, onClose }: AssignProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const candidates = candidatesFor(call, { calls, units, statuses, minimums });

  function handleToggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={texts.assignTo(call.number)}
      description={texts.about}
      width="normal"
    >
      {candidates.length === 0 && <p>{texts.none}</p>}
      <ul>
        {candidates.map(({ unit, why }) => (
          <li key={unit.id} className="border-t border-line first:border-t-0">
            <label className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 py-1">
              <input
                type="checkbox"
                checked={chosen.has(unit.id)}
                onChange={() => handleToggle(unit.id)}
                className="size-5 accent-brand"
              />
              <b className="wrap-anywhere">{unit.unit_number}</b>
              <StatusBadge status={unit.status} />
              <span className="text-sm text-ink-soft wrap-anywhere">
                {[...why.map(({ code, number }) => texts.codes[code](number)), unit.location]
                  .filter((word) => word !== "")
                  .join(" · ")}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>{callTexts.cancel}</Button>
        <Button
          variant="primary"
          disabled={chosen.size === 0}
          onClick={() => onAssign(candidates.flatMap(({ unit }) => (chosen.has(unit.id) ? [unit] : [])))}
        >
          {texts.assign}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
