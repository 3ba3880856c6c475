import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useMemo, useRef } from "react";
import { useIsLive } from "#data/live.ts";
import { useLiveUnits } from "#data/units/live.ts";
import { type Unit, unitQueries } from "#data/units/queries.ts";
import { Button } from "#shared/ui/button.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { type RosterGroup, rosterGroups } from "../rules/roster-groups.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { UnitForm } from "./unit-form.tsx";
import { ROW_GRID, UnitRow } from "./unit-row.tsx";
import { type RosterKeys, useRosterKeys } from "./use-roster-keys.ts";
import { type UnitActions, useUnitActions } from "./use-unit-actions.ts";
import type { UnitEdits } from "./use-unit-edits.ts";
import { useUnitNotices } from "./use-unit-notices.ts";

/** How often the roster is fetched while it cannot be followed, in milliseconds. */
const POLL_MS = 10_000;

/** The roster of units by location: live, edited in place, walked by keyboard (document 2 §2, §4). */
export function Roster({ edits }: { edits: UnitEdits }) {
  const isLive = useIsLive();
  const query = useQuery({ ...unitQueries.roster(), refetchInterval: isLive ? false : POLL_MS });
  useLiveUnits(useUnitNotices());
  const list = useRef<HTMLDivElement>(null);
  const actions = useUnitActions(edits, (id) =>
    list.current?.querySelector<HTMLElement>(`[data-unit="${id}"] input`)?.focus(),
  );
  const keys = useRosterKeys(list, () => void actions.add());
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-lg font-bold">{query.data !== undefined && texts.heading(query.data.length)}</p>
        <Button
          variant="primary"
          aria-keyshortcuts="N"
          pending={actions.isAdding}
          onKeyDown={keys.handleKey}
          onClick={() => void actions.add()}
        >
          <Plus aria-hidden="true" />
          {texts.add}
        </Button>
      </div>
      <KeyboardHelp />
      <div ref={list}>
        <StateView
          query={query}
          loading={<SkeletonList rows={4} label={texts.loading} />}
          failed={texts.fetchFailed}
          empty={<EmptyState text={texts.none} />}
          isEmpty={(units) => units.length === 0 && edits.bases.size === 0}
        >
          {(units) => <Groups {...{ units, edits, actions, keys }} />}
        </StateView>
      </div>
    </>
  );
}

type GroupsProps = { units: readonly Unit[]; edits: UnitEdits; actions: UnitActions; keys: RosterKeys };

function Groups({ units, edits, actions, keys }: GroupsProps) {
  const groups = useMemo(() => rosterGroups(units, edits.bases), [units, edits.bases]);
  const stops = groups.flatMap(({ rows }) => rows.filter((row) => !row.isEdited).map((row) => row.unit.id));
  const tabStop = keys.tabStop !== undefined && stops.includes(keys.tabStop) ? keys.tabStop : stops[0];
  return (
    <div className="grid gap-5">
      {groups.map((group) => (
        <Group key={group.location} {...{ group, edits, actions, keys, tabStop }} />
      ))}
    </div>
  );
}

type GroupProps = Omit<GroupsProps, "units"> & { group: RosterGroup; tabStop: string | undefined };

function Group({ group, edits, actions, keys, tabStop }: GroupProps) {
  const name = group.location || texts.noLocation;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-xl font-bold wrap-anywhere">{name}</legend>
      {/* Blocks and grids instead of the layout of tables: on a phone a row is a card. */}
      <table className="block overflow-hidden rounded-card border border-line bg-surface">
        <caption className="sr-only">{texts.heading(group.rows.length)}</caption>
        <HeaderRow />
        <tbody className="block">
          {group.rows.map(({ unit, current, isEdited }) =>
            isEdited ? (
              <tr
                key={unit.id}
                data-unit={unit.id}
                className="block border-t border-line bg-brand-soft first:border-t-0"
              >
                <td colSpan={6} className="block p-4">
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
                isTabStop={tabStop === unit.id}
                isDeleting={actions.isDeleting(unit.id)}
                onEdit={edits.open}
                onDelete={actions.remove}
                onKey={keys.handleKey}
              />
            ),
          )}
        </tbody>
      </table>
    </fieldset>
  );
}

const { unit_number, status, occupation, vehicle_type, operational_status } = texts.fields;
const COLUMNS = [unit_number, status, occupation, vehicle_type, operational_status];

function HeaderRow() {
  return (
    <thead className="sr-only lg:not-sr-only lg:block">
      <tr className={`px-4 text-sm font-semibold text-ink-soft lg:py-2 ${ROW_GRID}`}>
        {COLUMNS.map((column) => (
          <th key={column} scope="col" className="text-left">
            {column}
          </th>
        ))}
        <th scope="col">
          <span className="sr-only">{texts.actions}</span>
        </th>
      </tr>
    </thead>
  );
}
