import { Moon, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { unitStatusQueries } from "#data/unit_statuses/queries.ts";
import { offDutyQueries, UNDO_ALL_MS, useSetAllOffDuty, useUndoAllOffDuty } from "#data/units/off-duty.ts";
import type { Unit } from "#data/units/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { Menu } from "#shared/ui/menu.tsx";
import { useAlarmedUnits } from "../alarm/use-alarms.ts";
import { refusedPress } from "../parts/refused-press.ts";
import { type OffDutyPlan, offDutyPlan } from "../rules/off-duty.ts";
import { offDutyTexts as texts } from "./off-duty-texts.ts";

type Input = { batchId: string; location: string | null; plan: OffDutyPlan; undo: () => void };

const useSetAll = defineAction({
  mutation: () => useSetAllOffDuty() as { mutateAsync: (input: Input) => ReturnType<Mutate> },
  ask: ({ location, plan }) => ({
    title: texts.title(location),
    description: texts.about(
      plan.changes.map(({ unit_number }) => unit_number),
      plan.stays.map(({ unit, why }) => ({ unit: unit.unit_number, why })),
    ),
    confirmText: texts.all,
  }),
  done: ({ changed, kept }, { undo }): ActionMessage => {
    const stayed = kept.filter(({ why }) => why !== "off-duty");
    return {
      text: texts.set(changed.length),
      ...(stayed.length > 0 && { description: texts.stayed(stayed) }),
      ...(changed.length > 0 && { button: { text: texts.undo, onPress: undo } }),
    };
  },
  failed: (error) => refusedPress(error, texts.notSet, texts.failed),
});

type Mutate = ReturnType<typeof useSetAllOffDuty>["mutateAsync"];

const useUndoAll = defineAction({
  mutation: useUndoAllOffDuty,
  done: (answer): ActionMessage => {
    if (answer.outcome === "too_late") return { kind: "error", text: texts.notUndone, description: texts.tooLate };
    const text = texts.undone(answer.restored.length);
    return answer.kept.length === 0 ? text : { text, description: texts.stayed(answer.kept) };
  },
  failed: (error) => refusedPress(error, texts.notUndone, texts.failed),
});

/** The interval at which the units on calls are fetched, in milliseconds: the question names them, and the database decides. */
const ON_CALLS_MS = 15_000;

/** The menu of the whole list: all units off duty, of one location or of all, and back for ten minutes (document 5 §3). */
export function OffDutyMenu({ units }: { units: readonly Unit[] }) {
  const statuses = useQuery(unitStatusQueries.list());
  const alarmed = useAlarmedUnits();
  const onCalls = useQuery({ ...offDutyQueries.onCalls(), refetchInterval: ON_CALLS_MS });
  const setting = useSetAll();
  const undoing = useUndoAll({ focus: mainIfFocusLost });
  const batch = useUndoable();
  const locations = [...new Set(units.map(({ location }) => location))].filter((location) => location !== "");

  const undo = (batchId: string) => void undoing.run({ batchId, eventId: randomKey() });
  const set = (location: string | null) => {
    const batchId = randomKey();
    const plan = offDutyPlan(units, statuses.data ?? [], alarmed, new Set(onCalls.data), location);
    void setting.run({ batchId, location, plan, undo: () => undo(batchId) });
  };

  return (
    <>
      {batch !== undefined && (
        <Button size="small" pending={undoing.isPending()} onClick={() => undo(batch)}>
          <Undo2 aria-hidden="true" />
          {texts.undoAll}
        </Button>
      )}
      <Menu
        label={texts.menu}
        items={[null, ...locations].map((location) => ({
          label: location === null ? texts.all : texts.allIn(location),
          icon: Moon,
          onChoose: () => set(location),
          movesFocus: true,
        }))}
      />
    </>
  );
}

/** The batch that may be taken back now. */
function useUndoable(): string | undefined {
  const { data: latest } = useQuery(offDutyQueries.latest());
  const [ended, setEnded] = useState<string>();
  const end = latest === undefined || latest === null ? undefined : Date.parse(latest.at) + UNDO_ALL_MS;
  const id = latest?.batchId;
  useEffect(() => {
    if (end === undefined) return undefined;
    const timer = setTimeout(() => setEnded(id), Math.max(0, end - Date.now()));
    return () => clearTimeout(timer);
  }, [id, end]);
  return id === ended ? undefined : id;
}
