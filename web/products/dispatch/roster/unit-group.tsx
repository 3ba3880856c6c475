import type { Call } from "#data/calls/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import type { Limits } from "../rules/attention.ts";
import type { RosterGroup } from "../rules/roster-groups.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import { UnitForm } from "./unit-form.tsx";
import { PLACES, ROW_GRID, UnitRow } from "./unit-row.tsx";
import type { RosterKeys } from "./use-roster-keys.ts";
import type { UnitActions } from "./use-unit-actions.ts";
import type { UnitEdits } from "./use-unit-edits.ts";
import type { UnitPresses } from "./use-unit-presses.ts";

/** Props that the rows of all groups share. */
export type RowActions = {
  edits: UnitEdits;
  actions: UnitActions;
  presses: UnitPresses;
  limits: Limits;
  /** The units with an open alarm. */
  alarmed: ReadonlySet<string>;
  /** The open call of each unit that is on one. */
  calls: ReadonlyMap<string, Pick<Call, "number">>;
  onHistory: (unit: Unit) => void;
  onAssign: (unit: Unit) => void;
  keys: RosterKeys;
  tabStop: string | undefined;
  /** The unit whose statuses are open. */
  choosing: string | undefined;
  onChoosing: (id: string | undefined) => void;
  onStatus: (unit: Unit, status: string) => void;
};

/** The units of a location, with the location as heading (decisions §5). */
export function UnitGroup({ group, row }: { group: RosterGroup; row: RowActions }) {
  const { edits, actions, presses } = row;
  return (
    <fieldset data-location={group.location} className="@container min-w-0">
      <legend className="mb-1 text-lg font-bold wrap-anywhere">{group.location || texts.noLocation}</legend>
      {/* Blocks and grids replace the table layout, because a row is a card on a phone. */}
      <table className="block overflow-hidden rounded-card border border-line bg-surface">
        <caption className="sr-only">{texts.heading(group.rows.length)}</caption>
        <HeaderRow />
        <tbody className="block [&_button]:scroll-mt-16 lg:[&_button]:scroll-mt-44">
          {group.rows.map(({ unit, current, isEdited }) =>
            isEdited ? (
              <tr
                key={unit.id}
                data-unit={unit.id}
                className="block border-t border-line bg-brand-soft first:border-t-0"
              >
                <td colSpan={7} className="block p-4">
                  <UnitForm
                    base={unit}
                    current={current}
                    onSave={(draft, over) => actions.save(unit, draft, over)}
                    typed={edits.typed.get(unit.id)}
                    onType={(values) => void edits.typed.set(unit.id, values)}
                    onCancel={() => void actions.cancel(unit, current)}
                  />
                </td>
              </tr>
            ) : (
              <UnitRow
                key={unit.id}
                unit={unit}
                isTabStop={row.tabStop === unit.id}
                isDeleting={actions.isDeleting(unit.id)}
                isSaving={presses.isPressing(unit.id)}
                isUndoable={presses.last?.unitId === unit.id}
                limits={row.limits}
                hasAlarm={row.alarmed.has(unit.id)}
                callNumber={row.calls.get(unit.id)?.number}
                isChoosing={row.choosing === unit.id}
                onEdit={edits.open}
                onDelete={actions.remove}
                onCheck={presses.check}
                onUndo={presses.undo}
                onHistory={row.onHistory}
                onAssign={row.onAssign}
                onChoosing={row.onChoosing}
                onStatus={row.onStatus}
                onKey={row.keys.handleKey}
              />
            ),
          )}
        </tbody>
      </table>
    </fieldset>
  );
}

const { unit_number, status, occupation, vehicle_type, operational_status } = texts.fields;
const COLUMNS = [
  [unit_number, PLACES.number],
  [status, PLACES.status],
  [occupation, PLACES.occupation],
  [vehicle_type, PLACES.vehicle],
  [operational_status, PLACES.operation],
  [texts.since, PLACES.since],
] as const;

function HeaderRow() {
  return (
    <thead className="sr-only @min-[52rem]:not-sr-only @min-[52rem]:block">
      <tr className={`text-sm font-semibold text-ink-soft @min-[52rem]:py-1 ${ROW_GRID}`}>
        {COLUMNS.map(([column, place]) => (
          <th key={column} scope="col" className={`text-left leading-tight ${place}`}>
            {column}
          </th>
        ))}
        <th scope="col" className={PLACES.buttons}>
          <span className="sr-only">{texts.actions}</span>
        </th>
      </tr>
    </thead>
  );
}
