/** Presses of a dispatcher on a unit: its status, `Checked`, and taking a press back (document 5 §3). Each is one call with an id of its own. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ActingPerson, useActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { whileConnected } from "../contact.ts";
import { asOwnChange } from "./own-changes.ts";
import { type Unit, unitQueries } from "./queries.ts";
import { withStatus } from "./roster.ts";

/** The answer to a press that somebody else was faster than, or on a unit that is gone. `by` is null where a call did not say who. */
export type Overtaken =
  | { outcome: "changed"; now: string; since: string; by: string | null; at: string | null }
  | { outcome: "gone" };

export type StatusAnswer =
  | { outcome: "set"; status: string; since: string; updated_at: string }
  | { outcome: "unchanged"; since: string }
  | Overtaken;
export type CheckAnswer =
  | { outcome: "confirmed"; checked_at: string; since: string; updated_at: string }
  | { outcome: "gone" };
export type UndoAnswer =
  | { outcome: "undone"; status: string; since: string; checked_at: string | null; updated_at: string }
  | { outcome: "too_late"; at: string }
  | Overtaken;

export type StatusPress = { unit: Unit; eventId: string; status: string };
export type Check = { unit: Unit; eventId: string };
/** Takes back the press with the id `eventId`; `undoId` is the id of this call. */
export type Undo = { unitId: string; eventId: string; undoId: string };

/** Sets the status of a unit if it still has the status that the screen showed. */
export const setUnitStatus = async (
  acting: ActingPerson,
  { unit, eventId, status }: StatusPress,
  signal = new AbortController().signal,
) =>
  (await ask(acting, (client) =>
    client
      .rpc("set_unit_status", {
        unit_id: unit.id,
        event_id: eventId,
        expected_status: unit.status,
        status,
        acting_as: acting.id,
      })
      .abortSignal(signal),
  )) as StatusAnswer;

/** Says that somebody looked after a unit: its limit counts anew, the time of its status runs on. */
export const confirmUnit = async (
  acting: ActingPerson,
  { unit, eventId }: Check,
  signal = new AbortController().signal,
) =>
  (await ask(acting, (client) =>
    client.rpc("confirm_unit", { unit_id: unit.id, event_id: eventId, acting_as: acting.id }).abortSignal(signal),
  )) as CheckAnswer;

/** Takes back one's own press, within 60 s and only while nobody acted on the unit since. */
export const undoPress = async (
  acting: ActingPerson,
  { eventId, undoId }: Undo,
  signal = new AbortController().signal,
) =>
  (await ask(acting, (client) =>
    client.rpc("undo_press", { event_id: eventId, undo_id: undoId, acting_as: acting.id }).abortSignal(signal),
  )) as UndoAnswer;

/** The columns of a unit that an answer changes; undefined where the roster has to be fetched. */
function changedBy(answer: StatusAnswer | CheckAnswer | UndoAnswer) {
  if (answer.outcome === "confirmed") return { checked_at: answer.checked_at, updated_at: answer.updated_at };
  if (answer.outcome !== "set" && answer.outcome !== "undone") return undefined;
  const { status, since, updated_at } = answer;
  return { status, status_since: since, updated_at, checked_at: answer.outcome === "set" ? null : answer.checked_at };
}

/** Makes the hook of a press. The cached roster has its result before the live event arrives. */
const definePress = <Input, Answer extends StatusAnswer | CheckAnswer | UndoAnswer>(
  call: (acting: ActingPerson, input: Input, signal: AbortSignal) => Promise<Answer>,
  idOf: (input: Input) => string,
) =>
  function usePress() {
    const acting = useActingPerson();
    const cache = useQueryClient();
    const { queryKey } = unitQueries.roster();
    return useMutation({
      mutationFn: (input: Input) =>
        asOwnChange(idOf(input), async () => {
          const answer = await whileConnected((signal) => call(acting, input, signal));
          const changed = changedBy(answer);
          if (changed === undefined) void cache.invalidateQueries({ queryKey });
          else
            cache.setQueryData<readonly Unit[]>(
              queryKey,
              (roster) => roster && withStatus(roster, idOf(input), changed),
            );
          return answer;
        }),
    });
  };

export const useSetUnitStatus = definePress(setUnitStatus, ({ unit }) => unit.id);
export const useConfirmUnit = definePress(confirmUnit, ({ unit }) => unit.id);
export const useUndoPress = definePress(undoPress, ({ unitId }) => unitId);
