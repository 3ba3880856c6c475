import { Plus, Undo2 } from "lucide-react";
import { useState } from "react";
import type { ReceiveAnswer, SimilarCall } from "#data/calls/mutations.ts";
import { type Call, callQueries, dispatchSettingsQueries } from "#data/calls/queries.ts";
import { unitStatusQueries } from "#data/unit_statuses/queries.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { unitQueries } from "#data/units/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { Button } from "#shared/ui/button.tsx";
import { Segments } from "#shared/ui/segments.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { AssignUnits } from "./assign-units.tsx";
import { CallCard } from "./call-card.tsx";
import { callTexts as texts } from "./call-texts.ts";
import { NewCall } from "./new-call.tsx";
import { useOpenCalls } from "./use-open-calls.ts";
import type { CallActions } from "./use-call-actions.ts";

/** The calls of dispatch: open and closed ones, live, and the form of a new one (document 5 §3). */
export function Calls({ actions }: { actions: CallActions }) {
  const [list, setList] = useState<"open" | "closed">("open");
  const [isAdding, setAdding] = useState(false);
  const [received, setReceived] = useState<ReceiveAnswer>();
  const open = useOpenCalls();

  function handleReceived(answer: ReceiveAnswer) {
    setAdding(false);
    setReceived(answer.similar.length === 0 ? undefined : answer);
  }

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
          ]}
        />
        <div className="ml-auto flex gap-2">
          {actions.last !== undefined && (
            <Button
              size="small"
              title={texts.undo.keys}
              aria-keyshortcuts="Control+Z"
              onClick={() => void actions.undo()}
            >
              <Undo2 aria-hidden="true" />
              {texts.undo.button}
            </Button>
          )}
          <Button size="small" variant="primary" aria-expanded={isAdding} onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            {texts.newCall.title}
          </Button>
        </div>
      </div>
      {isAdding && <NewCall onReceived={handleReceived} onClose={() => setAdding(false)} />}
      {received !== undefined && (
        <Similar received={received} actions={actions} onClose={() => setReceived(undefined)} />
      )}
      {list === "open" ? <List query={open} list="open" actions={actions} /> : <Closed actions={actions} />}
    </>
  );
}

function Closed({ actions }: { actions: CallActions }) {
  return <List query={useQuery(callQueries.closed())} list="closed" actions={actions} />;
}

type ListProps = { query: ReturnType<typeof useOpenCalls>; list: "open" | "closed"; actions: CallActions };

function List({ query, list, actions }: ListProps) {
  const [assigning, setAssigning] = useState<string>();
  const settings = useQuery(dispatchSettingsQueries.own());
  return (
    <StateView query={query} failed={texts.loadFailed} empty={texts.none[list]}>
      {(calls) => (
        <>
          <ul className="grid gap-3" aria-label={texts[list]}>
            {calls.map((call) => (
              <CallCard
                key={call.id}
                call={call}
                settings={settings.data}
                actions={actions}
                onAssign={({ id }) => setAssigning(id)}
              />
            ))}
          </ul>
          <Assigning
            call={calls.find(({ id }) => id === assigning)}
            calls={calls}
            actions={actions}
            onClose={() => setAssigning(undefined)}
          />
        </>
      )}
    </StateView>
  );
}

type AssigningProps = { call: Call | undefined; calls: readonly Call[]; actions: CallActions; onClose: () => void };

function Assigning({ call, calls, actions, onClose }: AssigningProps) {
  const units = useQuery({ ...unitQueries.roster(), refetchInterval: useListInterval(false, PROMPT_POLL_MS) });
  const statuses = useQuery(unitStatusQueries.list());
  if (call === undefined) return null;
  return (
    <AssignUnits
      call={call}
      calls={calls}
      units={units.data ?? []}
      statuses={statuses.data ?? []}
      onAssign={(chosen) => {
        onClose();
        void actions.assign(call, chosen);
      }}
      onClose={onClose}
    />
  );
}

type SimilarProps = { received: ReceiveAnswer; actions: CallActions; onClose: () => void };

/** Open calls of the same place as the one that was just saved. */
function Similar({ received: { call, similar }, actions, onClose }: SimilarProps) {
  async function handleDuplicate(of: SimilarCall) {
    if (await actions.markDuplicate(call, of)) onClose();
  }
  return (
    <section
      aria-label={texts.newCall.similar(call.number)}
      className="mb-5 rounded-card border-2 border-warning bg-warning-soft p-4"
    >
      <p className="font-semibold">{texts.newCall.similar(call.number)}</p>
      <ul>
        {similar.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-3 py-1">
            <span className="wrap-anywhere">
              {other.number} · {other.place}
              {other.nature !== "" && ` · ${other.nature}`}
            </span>
            <Button size="small" onClick={() => void handleDuplicate(other)}>
              {texts.newCall.duplicateOf(other.number)}
            </Button>
          </li>
        ))}
      </ul>
      <Button size="small" variant="ghost" onClick={onClose}>
        {texts.newCall.notDuplicate}
      </Button>
    </section>
  );
}
