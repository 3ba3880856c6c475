import { Check } from "lucide-react";
import { Button } from "#shared/ui/button.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import type { Unit } from "#data/units/queries.ts";
import { StatusBadge } from "../parts/statuses.tsx";
import { isSecondClick } from "../parts/second-click.ts";
import { UnitSince } from "../parts/unit-since.tsx";
import { type Limits, overdueUnits } from "../rules/attention.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import type { UnitPresses } from "./use-unit-presses.ts";

type ListProps = { units: readonly Unit[]; limits: Limits; presses: Pick<UnitPresses, "check" | "isPressing"> };

/** The units that are overdue, the longest first, above the roster (document 5 §3). Nothing is drawn without any. Many scroll, so that the roster stays in sight. */
export function AttentionList({ units, limits, presses }: ListProps) {
  const ids = useClockText((now) =>
    overdueUnits(units, limits, now)
      .map(({ id }) => id)
      .join(" "),
  );
  const overdue = ids.split(" ").flatMap((id) => units.find((unit) => unit.id === id) ?? []);
  if (overdue.length === 0) return null;
  return (
    <section aria-labelledby="attention" className="mb-4 rounded-card border-2 border-danger bg-surface px-4 py-2">
      <h2 id="attention" className="font-bold">
        {texts.attention} <span className="font-normal tabular-nums">{overdue.length}</span>
      </h2>
      <ul className="flex max-h-36 flex-wrap gap-x-8 overflow-y-auto">
        {overdue.map((unit) => (
          <li key={unit.id} className="flex flex-wrap items-center gap-x-3">
            <strong className="wrap-anywhere">{unit.unit_number}</strong>
            <StatusBadge status={unit.status} />
            <span className="text-sm">
              <UnitSince unit={unit} limits={limits} />
            </span>
            <Button
              size="small"
              aria-label={texts.checkedNamed(unit.unit_number)}
              pending={presses.isPressing(unit.id)}
              onClick={(event) => isSecondClick(event) || presses.check(unit)}
            >
              <Check aria-hidden="true" />
              {texts.checked}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
