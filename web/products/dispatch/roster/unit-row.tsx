import { clsx } from "clsx";
import { ChevronDown, Pencil, Trash2 } from "lucide-react";
import { memo } from "react";
import type { Unit } from "#data/units/queries.ts";
import type { UnitDraft } from "#data/units/schema.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { OPERATIONAL_TONES, STATUS_TONES } from "../rules/tones.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import { Since } from "../parts/since.tsx";
import { StatusChoice } from "./status-choice.tsx";
import type { RosterKeys } from "./use-roster-keys.ts";

/** The roster's columns on a wide screen. */
export const ROW_GRID =
  "lg:grid-cols-[7rem_11.5rem_minmax(0,1fr)_minmax(0,1fr)_9.5rem_5.5rem_5.75rem] lg:gap-x-4 lg:px-4";

type UnitRowProps = {
  unit: Unit;
  /** Whether the Tab key stops at this row's buttons. */
  isTabStop: boolean;
  isDeleting: boolean;
  /** Whether a new status is being saved. */
  isSaving: boolean;
  /** Whether the statuses of the unit are open. */
  isChoosing: boolean;
  onEdit: (unit: Unit) => void;
  onDelete: (unit: Unit) => void;
  /** Opens the statuses of a unit; undefined closes them. */
  onChoosing: (id: string | undefined) => void;
  onStatus: (unit: Unit, status: UnitDraft["status"]) => void;
  onKey: RosterKeys["handleKey"];
};

/**
 * A unit: one line at a desk, two on a phone. It is memoized, so that a change among 500 units draws one row. All rows are drawn:
 * `content-visibility` was measured and made opening and scrolling slower, and the keyboard and the browser's search need all rows.
 */
export const UnitRow = memo(function UnitRow({ unit, isChoosing, ...props }: UnitRowProps) {
  return (
    <tr
      data-unit={unit.id}
      className={clsx(
        "grid grid-cols-[minmax(0,auto)_minmax(0,1fr)_auto_auto] items-center gap-x-2.5 border-t border-line px-3 py-1 first:border-t-0 lg:first:border-t",
        ROW_GRID,
      )}
    >
      <th scope="row" className="text-left text-lg font-bold wrap-anywhere">
        {unit.unit_number}
      </th>
      <td className="max-lg:col-span-2 max-lg:col-start-3 max-lg:justify-self-end">
        <StatusButton {...{ unit, isChoosing, ...props }} />
      </td>
      <Fact row="max-lg:row-start-2 max-lg:self-end">{unit.occupation}</Fact>
      <Fact row="max-lg:row-start-3 max-lg:self-start">{unit.vehicle_type}</Fact>
      <td className="wrap-anywhere max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-2 max-lg:text-sm">
        <span className="lg:hidden">{unit.operational_status}</span>
        <span className="max-lg:hidden">
          <Badge tone={OPERATIONAL_TONES[unit.operational_status]}>{unit.operational_status}</Badge>
        </span>
      </td>
      <td className="text-sm whitespace-nowrap text-ink-soft max-lg:col-start-2 max-lg:row-start-1 lg:text-right lg:text-base">
        <Since at={unit.updated_at} />
      </td>
      <UnitButtons unit={unit} {...props} />
      {isChoosing && (
        <td className="col-span-full">
          <StatusChoice
            unit={unit}
            onChoose={(status) => props.onStatus(unit, status)}
            onClose={() => props.onChoosing(undefined)}
          />
        </td>
      )}
    </tr>
  );
});

function Fact({ row, children }: { row: string; children: string }) {
  return (
    <td
      className={clsx(
        "leading-tight wrap-anywhere max-lg:col-span-2 max-lg:col-start-1 max-lg:text-sm max-lg:text-ink-soft",
        row,
      )}
    >
      {children}
    </td>
  );
}

/** The status as a button that opens the other statuses. */
function StatusButton({ unit, isTabStop, isChoosing, isSaving, ...on }: Omit<UnitRowProps, "isDeleting">) {
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      data-action="status"
      aria-label={texts.statusNamed(unit.status, unit.unit_number)}
      aria-expanded={isChoosing}
      title={texts.changeStatus}
      aria-keyshortcuts="S"
      aria-busy={isSaving || undefined}
      onKeyDown={on.onKey}
      onClick={() => on.onChoosing(isChoosing ? undefined : unit.id)}
      className={clsx(
        "-mx-1 inline-flex min-h-11 items-center gap-1 rounded-control px-1 text-ink-soft hover:bg-sunken hover:text-ink",
        isSaving && "opacity-60",
      )}
    >
      <Badge tone={STATUS_TONES[unit.status]}>{unit.status}</Badge>
      <ChevronDown aria-hidden="true" className="size-4" />
    </button>
  );
}

function UnitButtons(props: Pick<UnitRowProps, "unit" | "isTabStop" | "isDeleting" | "onEdit" | "onDelete" | "onKey">) {
  const { unit, isTabStop, isDeleting } = props;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <td className="flex justify-end max-lg:col-start-4 max-lg:row-span-2 max-lg:row-start-2">
      <Button
        size="icon"
        variant="ghost"
        tabIndex={tabIndex}
        data-action="edit"
        aria-label={texts.editNamed(unit.unit_number)}
        aria-keyshortcuts="E"
        onKeyDown={props.onKey}
        onClick={() => props.onEdit(unit)}
      >
        <Pencil aria-hidden="true" />
      </Button>
      <Button
        size="icon"
        variant="ghost"
        tabIndex={tabIndex}
        data-action="delete"
        aria-label={texts.removeNamed(unit.unit_number)}
        aria-keyshortcuts="Delete"
        pending={isDeleting}
        onKeyDown={props.onKey}
        onClick={() => props.onDelete(unit)}
      >
        {!isDeleting && <Trash2 aria-hidden="true" />}
      </Button>
    </td>
  );
}
