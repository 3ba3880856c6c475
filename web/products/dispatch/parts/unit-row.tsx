import { clsx } from "clsx";
import { Pencil, Trash2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { Unit } from "#data/units/queries.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { OPERATIONAL_TONES, STATUS_TONES } from "../rules/tones.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import type { RosterKeys } from "./use-roster-keys.ts";

/** Columns of the roster where there is room for them. */
export const ROW_GRID =
  "lg:grid lg:grid-cols-[8rem_9.5rem_minmax(0,1fr)_minmax(0,1fr)_10rem_14.5rem] lg:items-center lg:gap-x-4";

type UnitRowProps = {
  unit: Unit;
  /** Whether Tab stops at this row's buttons. */
  isTabStop: boolean;
  isDeleting: boolean;
  onEdit: (unit: Unit) => void;
  onDelete: (unit: Unit) => void;
  onKey: RosterKeys["handleKey"];
};

/**
 * A unit as it stands. Memoized: with 500 of them a change draws one. All rows are drawn: `content-visibility` was measured and
 * made opening and scrolling slower, and the walk by keyboard and the browser's own search need them.
 */
export const UnitRow = memo(function UnitRow({ unit, isTabStop, isDeleting, ...on }: UnitRowProps) {
  const name = unit.unit_number;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <tr data-unit={unit.id} className={clsx("block border-t border-line px-4 py-2.5", ROW_GRID)}>
      <th scope="row" className="block text-left text-lg font-bold wrap-anywhere tabular-nums">
        {name}
      </th>
      <Cell label={texts.fields.status}>
        <Badge tone={STATUS_TONES[unit.status]}>{unit.status}</Badge>
      </Cell>
      <Cell label={texts.fields.occupation}>{unit.occupation}</Cell>
      <Cell label={texts.fields.vehicle_type}>{unit.vehicle_type}</Cell>
      <Cell label={texts.fields.operational_status}>
        <Badge tone={OPERATIONAL_TONES[unit.operational_status]}>{unit.operational_status}</Badge>
      </Cell>
      <td className="mt-2 flex gap-2 lg:mt-0 lg:justify-end">
        <Button
          size="small"
          tabIndex={tabIndex}
          data-action="edit"
          aria-label={texts.editNamed(name)}
          aria-keyshortcuts="E"
          onKeyDown={on.onKey}
          onClick={() => on.onEdit(unit)}
        >
          <Pencil aria-hidden="true" />
          {texts.edit}
        </Button>
        <Button
          size="small"
          tabIndex={tabIndex}
          data-action="delete"
          aria-label={texts.removeNamed(name)}
          aria-keyshortcuts="Delete"
          pending={isDeleting}
          onKeyDown={on.onKey}
          onClick={() => on.onDelete(unit)}
        >
          <Trash2 aria-hidden="true" />
          {texts.remove}
        </Button>
      </td>
    </tr>
  );
});

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="flex min-w-0 items-baseline gap-3 py-0.5 lg:block">
      <span aria-hidden="true" className="w-36 shrink-0 text-sm text-ink-soft lg:hidden">
        {label}
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </td>
  );
}
