import { clsx } from "clsx";
import { Check, ChevronDown, History, PhoneForwarded, Pencil, Trash2, Undo2 } from "lucide-react";
import { type ComponentProps, memo, type ReactNode } from "react";
import { Link } from "react-router";
import type { Unit } from "#data/units/queries.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { alarmTexts } from "../alarm/alarm-texts.ts";
import { StatusBadge, useStatusName } from "../parts/statuses.tsx";
import { UnitSince } from "../parts/unit-since.tsx";
import { type Limits, markOf } from "../rules/attention.ts";
import { OPERATIONAL_TONES } from "../rules/tones.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import { StatusChoice } from "./status-choice.tsx";
import type { RosterKeys } from "./use-roster-keys.ts";
import "./unit-row.css";

/** The roster's columns where its own width has room: six with the vehicle below the occupation, and seven on a wide screen. */
export const ROW_GRID =
  "@min-[52rem]:grid @min-[52rem]:grid-cols-[5.5rem_11.5rem_minmax(0,1fr)_8rem_10rem_11.25rem] @min-[52rem]:[grid-template-areas:'number_status_occupation_operation_since_buttons'_'number_status_vehicle_operation_since_buttons'] @min-[52rem]:gap-x-2 @min-[52rem]:px-3 @min-[70rem]:grid-cols-[6.5rem_11.5rem_minmax(0,1fr)_minmax(0,1fr)_9.75rem_11.25rem_13.75rem] @min-[70rem]:[grid-template-areas:'number_status_occupation_vehicle_operation_since_buttons'] @min-[70rem]:gap-x-3 @min-[70rem]:px-4";

/** The place of each column. */
export const PLACES = {
  number: "[grid-area:number]",
  status: "[grid-area:status]",
  occupation: "occupation [grid-area:occupation] @min-[52rem]:self-end @min-[70rem]:self-center",
  vehicle: "vehicle [grid-area:vehicle] @min-[52rem]:self-start @min-[70rem]:self-center",
  operation: "operation [grid-area:operation]",
  since: "since [grid-area:since]",
  // Five buttons have room in one line, so that no row grows when a press can be taken back.
  buttons: "buttons [grid-area:buttons] @min-[52rem]:[&_button]:w-9 @min-[70rem]:[&_button]:w-11",
};

/** The list of calls beside the roster's tab. */
const CALLS_TAB = { search: "?tab=calls" };

type UnitRowProps = {
  unit: Unit;
  /** Whether the Tab key stops at this row's buttons. */
  isTabStop: boolean;
  isDeleting: boolean;
  /** Whether a new status is being saved. */
  isSaving: boolean;
  /** Whether the last press on this unit can be taken back. */
  isUndoable: boolean;
  limits: Limits;
  /** Whether the unit has an open alarm. */
  hasAlarm: boolean;
  /** The number of the open call that the unit is on. */
  callNumber: string | undefined;
  /** Whether the statuses of the unit are open. */
  isChoosing: boolean;
  onEdit: (unit: Unit) => void;
  onDelete: (unit: Unit) => void;
  onCheck: (unit: Unit) => void;
  onUndo: () => void;
  onHistory: (unit: Unit) => void;
  onAssign: (unit: Unit) => void;
  /** Opens the statuses of a unit; undefined closes them. */
  onChoosing: (id: string | undefined) => void;
  onStatus: (unit: Unit, status: string) => void;
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
        "unit-row flex flex-wrap items-center gap-x-2.5 border-t border-line px-3 py-1 first:border-t-0 @min-[52rem]:first:border-t",
        ROW_GRID,
      )}
    >
      <th scope="row" className={clsx("text-left text-lg font-bold wrap-anywhere @max-[52rem]:grow", PLACES.number)}>
        {unit.unit_number}
      </th>
      <td className={clsx("flex flex-wrap items-center gap-x-2", PLACES.status)}>
        {props.hasAlarm && (
          <strong className="rounded-md bg-danger px-1.5 py-0.5 text-sm text-on-danger">{alarmTexts.mark}</strong>
        )}
        <StatusButton {...{ unit, isChoosing, ...props }} />
      </td>
      <Fact place={PLACES.occupation}>
        {unit.occupation}
        {unit.crew !== "" && (
          <span className="text-sm text-ink-soft @max-[52rem]:before:content-['·_'] @min-[52rem]:block">
            <span className="sr-only">{texts.fields.crew}: </span>
            {unit.crew}
          </span>
        )}
      </Fact>
      <Fact place={PLACES.vehicle}>{unit.vehicle_type}</Fact>
      <td className={clsx("leading-tight wrap-anywhere @max-[52rem]:text-sm", PLACES.operation)}>
        <span className="@min-[52rem]:hidden">{unit.operational_status}</span>
        <span className="@max-[52rem]:hidden @max-[70rem]:[&>span]:text-xs">
          <Badge tone={OPERATIONAL_TONES[unit.operational_status]}>{unit.operational_status}</Badge>
        </span>
      </td>
      <SinceCell unit={unit} limits={props.limits} callNumber={props.callNumber} />
      <UnitButtons unit={unit} {...props} />
      {isChoosing && (
        <td className="col-span-full @max-[52rem]:order-4 @max-[52rem]:basis-full">
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

/** Since when the unit has its status, and its call; on a phone in the last line, where it is whole. */
function SinceCell({ unit, limits, callNumber }: Pick<UnitRowProps, "unit" | "limits" | "callNumber">) {
  return (
    <td className={clsx("text-sm text-ink-soft tabular-nums", PLACES.since)}>
      <UnitSince unit={unit} limits={limits} />{" "}
      {callNumber !== undefined && (
        <Link to={CALLS_TAB} className="w-fit font-semibold text-brand underline underline-offset-4 @min-[52rem]:block">
          {callNumber}
        </Link>
      )}
    </td>
  );
}

function Fact({ place, children }: { place: string; children: ReactNode }) {
  return (
    <td className={clsx("leading-tight wrap-anywhere @max-[70rem]:text-sm @max-[52rem]:text-ink-soft", place)}>
      {children}
    </td>
  );
}

/** The status as a button that opens the other statuses. */
function StatusButton({
  unit,
  isTabStop,
  isChoosing,
  isSaving,
  ...on
}: Pick<UnitRowProps, "unit" | "isTabStop" | "isChoosing" | "isSaving" | "onKey" | "onChoosing">) {
  const name = useStatusName()(unit.status);
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      data-action="status"
      aria-label={texts.statusNamed(name, unit.unit_number)}
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
      <StatusBadge status={unit.status} />
      <ChevronDown aria-hidden="true" className="size-4" />
    </button>
  );
}

function UnitButtons({ unit, isTabStop, ...props }: Omit<UnitRowProps, "isChoosing">) {
  const { unit_number: name } = unit;
  const row = { tabIndex: isTabStop ? 0 : -1, onKeyDown: props.onKey };
  return (
    <td className={clsx("flex flex-wrap justify-end", PLACES.buttons)}>
      <PressButton row={row} unit={unit} {...props} />
      <IconButton
        {...row}
        data-action="assign"
        label={texts.assignNamed(name)}
        keys="A"
        onClick={() => props.onAssign(unit)}
      >
        <PhoneForwarded aria-hidden="true" />
      </IconButton>
      <IconButton
        {...row}
        data-action="history"
        label={texts.history.open(name)}
        keys="H"
        onClick={() => props.onHistory(unit)}
      >
        <History aria-hidden="true" />
      </IconButton>
      <IconButton {...row} data-action="edit" label={texts.editNamed(name)} keys="E" onClick={() => props.onEdit(unit)}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton
        {...row}
        data-action="delete"
        label={texts.removeNamed(name)}
        keys="Delete"
        pending={props.isDeleting}
        onClick={() => props.onDelete(unit)}
      >
        {!props.isDeleting && <Trash2 aria-hidden="true" />}
      </IconButton>
    </td>
  );
}

type PressProps = Pick<UnitRowProps, "unit" | "limits" | "isUndoable" | "onUndo" | "onCheck"> & {
  row: { tabIndex: number; onKeyDown: RosterKeys["handleKey"] };
};

/** The first button of a row: it takes the last press back, or says that somebody looked after a unit past its limit. */
function PressButton({ unit, limits, isUndoable, row, onUndo, onCheck }: PressProps) {
  const isMarked = useClockText((now) => markOf(unit, limits, now) ?? "") !== "";
  if (isUndoable) {
    return (
      <IconButton
        {...row}
        data-action="undo"
        label={texts.undoNamed(unit.unit_number)}
        title={texts.undoKeys}
        onClick={onUndo}
      >
        <Undo2 aria-hidden="true" />
      </IconButton>
    );
  }
  if (!isMarked) return null;
  return (
    <IconButton
      {...row}
      data-action="checked"
      label={texts.checkedNamed(unit.unit_number)}
      title={texts.checked}
      keys="C"
      onClick={() => onCheck(unit)}
    >
      <Check aria-hidden="true" />
    </IconButton>
  );
}

type IconButtonProps = ComponentProps<typeof Button> & { label: string; keys?: string };

function IconButton({ label, keys, ...props }: IconButtonProps) {
  return <Button size="icon" variant="ghost" aria-label={label} aria-keyshortcuts={keys} {...props} />;
}
