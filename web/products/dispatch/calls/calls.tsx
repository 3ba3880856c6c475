import { Plus, Undo2 } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { type Call, callQueries } from "#data/calls/queries.ts";
import { dispatchSettingsQueries } from "#data/dispatch_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { Button } from "#shared/ui/button.tsx";
import { Segments } from "#shared/ui/segments.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { AssignUnits } from "./assign-units.tsx";
import { CallCard } from "./call-card.tsx";
import { callTexts as texts } from "./call-texts.ts";
import { useOpenCalls } from "./use-open-calls.ts";
import type { CallActions } from "./use-call-actions.ts";
import type { Receiving } from "./use-receiving.ts";
import { useStatuses } from "../parts/statuses.tsx";
import { useMinimums } from "../parts/use-minimums.ts";
import { useRoster } from "../parts/use-units.ts";
import { type Period, periodIn, PERIODS } from "../rules/shown-rows.ts";

type CallsProps = {
  actions: CallActions;
  receiving: Receiving;
  /** Whether the list stands beside the units, whose head takes the last press back. */
  isBeside?: boolean;
};

/** The calls of dispatch: open and closed ones, live (document 5 §3). */
export function Calls({ actions, receiving, isBeside = false }: CallsProps) {
  const [address] = useSearchParams();
  const days = periodIn(address);
  const [list, setList] = useState<CallList>(days === undefined ? "open" : "reached");
  const open = useOpenCalls();

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Segments
          label={texts.lists}
          value={list}
          onChange={setList}
          segments={[
            { value: "open", label: texts.open, count: open.data === undefined ? undefined : String(open.data.length) },
            { value: "closed", label: texts.closed },
            ...(days === undefined ? [] : [{ value: "reached" as const, label: texts.reached(days) }]),
          ]}
        />
        <Button
          size="small"
          variant="primary"
          className="ml-auto"
          aria-expanded={receiving.isAdding}
          onClick={receiving.add}
        >
          <Plus aria-hidden="true" />
          {texts.newCall.title}
        </Button>
      </div>
      {list === "open" && <List query={open} list="open" actions={actions} />}
      {list === "closed" && <Closed actions={actions} />}
      {list === "reached" && <Reached days={days ?? PERIODS[0]} actions={actions} />}
      {actions.last !== undefined && !isBeside && (
        // Below the calls, so that none of them moves while somebody presses.
        <div className="sticky bottom-2 z-10 mt-2 flex justify-end">
          <Button
            size="small"
            className="shadow-raised"
            title={texts.undo.keys}
            aria-keyshortcuts="Control+Z"
            onClick={() => void actions.undo()}
          >
            <Undo2 aria-hidden="true" />
            {texts.undo.named(actions.last.what)}
          </Button>
        </div>
      )}
    </>
  );
}

function Closed({ actions }: { actions: CallActions }) {
  return <List query={useQuery(callQueries.closed())} list="closed" actions={actions} />;
}

/** The calls that the measured median is of. */
function Reached({ days, actions }: { days: Period; actions: CallActions }) {
  return <List query={useQuery(callQueries.reached(days))} list="reached" actions={actions} />;
}

type CallList = "open" | "closed" | "reached";
type ListProps = { query: ReturnType<typeof useOpenCalls>; list: CallList; actions: CallActions };

function List({ query, list, actions }: ListProps) {
  const [assigning, setAssigning] = useState<string>();
  const settings = useQuery(dispatchSettingsQueries.own());
  return (
    <StateView query={query} failed={texts.loadFailed} empty={texts.none[list]}>
      {(calls) => (
        <div className="@container">
          <ul className="grid gap-2" aria-label={texts.listNames[list]}>
            {calls.map((call) => (
              <CallCard key={call.id} call={call} settings={settings.data} actions={actions} onAssign={setAssigning} />
            ))}
          </ul>
          <Assigning
            call={calls.find(({ id }) => id === assigning)}
            calls={calls}
            actions={actions}
            onClose={() => setAssigning(undefined)}
          />
        </div>
      )}
    </StateView>
  );
}

type AssigningProps = { call: Call | undefined; calls: readonly Call[]; actions: CallActions; onClose: () => void };

function Assigning({ call, calls, actions, onClose }: AssigningProps) {
  const units = useRoster();
  const statuses = useStatuses();
  const minimums = useMinimums();
  if (call === undefined) return null;
  return (
    <AssignUnits
      call={call}
      calls={calls}
      units={units.data ?? []}
      statuses={statuses}
      minimums={minimums}
      onAssign={(chosen) => {
        onClose();
        void actions.assign(call, chosen);
      }}
      onClose={onClose}
    />
  );
}
