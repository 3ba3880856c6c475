import { Plus, Undo2 } from "lucide-react";
import { type RefObject, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Call } from "#data/calls/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { Button } from "#shared/ui/button.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { unitsAt, unitsOfStatus, unitsWithWords, WHOLE_ROSTER } from "../rules/roster-filter.ts";
import { unitsOnDuty } from "../rules/on-duty.ts";
import { type Duty, dutyIn, SHOW } from "../rules/shown-rows.ts";
import { rosterGroups } from "../rules/roster-groups.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import type { LastPress } from "../rules/last-press.ts";
import { useAlarmedUnits } from "../alarm/use-alarms.ts";
import { OffDutyMenu } from "../off-duty/off-duty-menu.tsx";
import { AttentionList } from "./attention-list.tsx";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { type RowActions, UnitGroup } from "./unit-group.tsx";
import { RosterTools } from "./roster-tools.tsx";
import { type RosterKeys, useRosterKeys } from "./use-roster-keys.ts";
import { useUnitActions } from "./use-unit-actions.ts";
import type { UnitEdits } from "./use-unit-edits.ts";
import { UnitHistory } from "./unit-history.tsx";
import { useStable } from "../parts/use-stable.ts";
import { useUnitNotices } from "./use-unit-notices.ts";
import type { UnitPresses } from "./use-unit-presses.ts";
import { AssignCall } from "../calls/assign-call.tsx";
import type { CallActions } from "../calls/use-call-actions.ts";
import { useOpenCalls } from "../calls/use-open-calls.ts";
import { callsOfUnits } from "../rules/candidates.ts";
import { useStatuses, useStatusName } from "../parts/statuses.tsx";
import { useLimits } from "../parts/use-limits.ts";
import { useUnits } from "../parts/use-units.ts";

type RosterProps = { edits: UnitEdits; presses: UnitPresses; sending: Pick<CallActions, "assign" | "last" | "undo"> };

/** The roster of units by location: live, edited in place, usable by keyboard (document 2 §2, §4). */
export function Roster({ edits, presses, sending }: RosterProps) {
  const query = useUnits(useUnitNotices());
  const [address, setAddress] = useSearchParams();
  const limits = useLimits();
  const alarmed = useAlarmedUnits();
  const open = useOpenCalls();
  const calls = useMemo(() => callsOfUnits(open.data ?? []), [open.data]);
  const [past, setPast] = useState<Unit>();
  const [assigned, setAssigned] = useState<Unit>();
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const actions = useUnitActions(edits, (id) =>
    list.current?.querySelector<HTMLElement>(`[data-unit="${id}"] input`)?.focus(),
  );
  const keys = useRosterKeys(
    list,
    () => void actions.add(),
    () => search.current?.focus(),
  );
  return (
    <>
      <RosterHead units={query.data} {...{ actions, presses, sending, keys }} />
      <div ref={list}>
        <StateView
          query={query}
          loading={<SkeletonList rows={4} label={texts.loading} />}
          failed={texts.fetchFailed}
          empty={texts.none}
          isEmpty={(units) => units.length === 0 && edits.bases.size === 0}
        >
          {(units) => (
            <>
              <AttentionList units={units} limits={limits} presses={presses} />
              <Groups
                {...{ units, edits, actions, presses, limits, alarmed, calls, keys, search }}
                duty={dutyIn(address)}
                onWhole={() => setAddress(withoutRows, { replace: true, preventScrollReset: true })}
                onHistory={setPast}
                onAssign={setAssigned}
              />
              <UnitDialogs
                {...{ units, past, assigned, sending }}
                calls={open.data ?? []}
                onPast={setPast}
                onAssigned={setAssigned}
              />
            </>
          )}
        </StateView>
      </div>
    </>
  );
}

type DialogsProps = Pick<RosterProps, "sending"> & {
  units: readonly Unit[];
  calls: readonly Call[];
  /** The unit whose history is open, and the one that is being sent. */
  past: Unit | undefined;
  assigned: Unit | undefined;
  onPast: (unit: undefined) => void;
  onAssigned: (unit: undefined) => void;
};

function UnitDialogs({ units, calls, past, assigned, sending, onPast, onAssigned }: DialogsProps) {
  return (
    <>
      {assigned !== undefined && (
        <AssignCall
          unit={assigned}
          calls={calls}
          onAssign={(call) => {
            onAssigned(undefined);
            void sending.assign(call, [assigned]);
          }}
          onClose={() => onAssigned(undefined)}
        />
      )}
      {past !== undefined && (
        <UnitHistory unit={units.find(({ id }) => id === past.id) ?? past} onClose={() => onPast(undefined)} />
      )}
    </>
  );
}

/** The address without the rows of a figure. */
function withoutRows(address: URLSearchParams) {
  address.delete(SHOW);
  return address;
}

type HeadProps = Pick<RowActions, "actions" | "presses" | "keys"> &
  Pick<RosterProps, "sending"> & { units: readonly Unit[] | undefined };

/** The line above the roster: its count, the keys, the last press, and what concerns all units. */
function RosterHead({ units, actions, presses, sending, keys }: HeadProps) {
  return (
    <div className="mb-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
      <p className="flex min-h-11 items-center text-lg font-bold">
        {units !== undefined && texts.heading(units.length)}
      </p>
      <div className="mr-auto">
        <KeyboardHelp />
      </div>
      <UndoLine {...{ presses, sending }} />
      <Button
        variant="primary"
        size="small"
        aria-keyshortcuts="N"
        pending={actions.isAdding}
        onKeyDown={keys.handleKey}
        onClick={() => void actions.add()}
      >
        <Plus aria-hidden="true" />
        {texts.add}
      </Button>
      <OffDutyMenu units={units ?? []} />
    </div>
  );
}

/**
 * The last press on a unit or a call, and the way to take it back, as Ctrl+Z does. A phone has the button in the unit's row and below the
 * calls alone, so that nothing moves.
 */
function UndoLine({ presses, sending }: Pick<HeadProps, "presses" | "sending">) {
  const nameOf = useStatusName();
  const isCall = (sending.last?.at ?? 0) > (presses.last?.at ?? 0);
  const words = isCall ? sending.last?.what : pressedWords(presses.last, nameOf);
  if (words === undefined) return null;
  return (
    <p className="flex min-h-11 items-center gap-2 max-lg:hidden">
      <span className="wrap-anywhere">{words}</span>
      <Button
        size="small"
        title={texts.undoKeys}
        aria-keyshortcuts="Control+Z"
        onClick={() => (isCall ? void sending.undo() : presses.undo())}
      >
        <Undo2 aria-hidden="true" />
        {texts.undo}
      </Button>
    </p>
  );
}

const pressedWords = (last: LastPress | undefined, nameOf: (status: string) => string) =>
  last && texts.pressed(last.unitNumber, nameOf(last.from), nameOf(last.to));

type GroupsProps = Pick<
  RowActions,
  "edits" | "actions" | "presses" | "limits" | "alarmed" | "calls" | "onHistory" | "onAssign"
> & {
  units: readonly Unit[];
  keys: RosterKeys;
  search: RefObject<HTMLInputElement | null>;
  /** The units of a figure, which the address asks for. */
  duty?: Duty;
  /** Runs when all units are shown again. */
  onWhole?: () => void;
};

/** The units with search and filters, and a button that clears them when they find nothing. */
export function Groups({ units, keys, search, duty = "", onWhole, ...shared }: GroupsProps) {
  const { bases } = shared.edits;
  const [filter, setFilter] = useState({ ...WHOLE_ROSTER, duty });
  const [choosing, setChoosing] = useState<string>();
  const tools = useRef<HTMLDivElement>(null);
  const nameOf = useStatusName();
  const statuses = useStatuses();
  const found = useMemo(
    () => unitsWithWords(unitsOnDuty(units, statuses, filter.duty), filter.words, nameOf),
    [units, statuses, filter.duty, filter.words, nameOf],
  );
  // A unit under edit in this window is always shown, whatever the filter is.
  const groups = useMemo(
    () => rosterGroups(unitsOfStatus(unitsAt(found, filter.place), filter.status), bases, units),
    [found, filter.place, filter.status, bases, units],
  );
  const stops = groups.flatMap(({ rows }) => rows.filter((row) => !row.isEdited).map((row) => row.unit.id));
  const tabStop = keys.tabStop !== undefined && stops.includes(keys.tabStop) ? keys.tabStop : stops[0];
  const handleStatus = useStable((unit: Unit, status: string) => {
    setChoosing(undefined);
    shared.presses.setStatus(unit, status);
  });
  const row: RowActions = { ...shared, keys, tabStop, choosing, onChoosing: setChoosing, onStatus: handleStatus };

  /** The pressed button disappears, so the focus moves to the filter for all units; of its two copies the visible one takes it. */
  function handleShowAll() {
    for (const all of tools.current?.querySelectorAll<HTMLElement>("[data-all]") ?? []) all.focus();
    setFilter(WHOLE_ROSTER);
    onWhole?.();
  }

  return (
    <>
      <RosterTools units={found} first={stops[0]} {...{ filter, search, tools }} onFilter={setFilter} />
      <output className="sr-only">{stops.length < units.length && texts.shown(stops.length, units.length)}</output>
      {filter.duty !== "" && groups.length > 0 && (
        <p className="mb-2 flex flex-wrap items-center gap-3 font-semibold">
          {texts.duty[filter.duty]}
          <Button size="small" onClick={handleShowAll}>
            {texts.showAll}
          </Button>
        </p>
      )}
      {groups.length === 0 && (
        <EmptyState text={texts.noneFound} action={<Button onClick={handleShowAll}>{texts.showAll}</Button>} />
      )}
      <div className="grid gap-4">
        {groups.map((group) => (
          <UnitGroup key={group.location} group={group} row={row} />
        ))}
      </div>
    </>
  );
}
