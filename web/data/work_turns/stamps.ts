/** Stamps on the clock: in, breaks and out (document 5 §6). Each is one call that may be sent again, also long after the press. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ActingPerson, useActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import type { TurnKind, WorkTurn } from "./queries.ts";
import { workTurnQueries } from "./queries.ts";

/** The moment of a press and the error of the device's clock then. */
type Pressed = { at: string; clockErrorMs: number };
export type Stamp = Pressed &
  (
    | { step: "in"; turnId: string; kind: TurnKind; project: string | null; position?: string; vehicleId?: string }
    | { step: "break_start" | "break_end"; turnId: string; breakId: string }
    | { step: "out"; turnId: string; eventId: string }
  );

export type StampAnswer = {
  outcome: "running" | "waiting" | "on_break" | "ended" | "ended_already" | "approved" | "rejected";
  turn: WorkTurn;
  hours?: number;
  earlier_start?: string;
};

/** The generated types lack null. */
const orNull = <Value>(value: Value | null) => value as Value;

/** Sends a stamp; a repetition changes nothing and gets the first answer. */
export async function sendStamp(acting: ActingPerson, stamp: Stamp): Promise<StampAnswer> {
  const call = { at: stamp.at, clock_error_ms: stamp.clockErrorMs, acting_as: acting.id, turn_id: stamp.turnId };
  const answer = await ask(acting, (client) => {
    if (stamp.step === "in") {
      const { kind, project, position = null, vehicleId = null } = stamp;
      return client.rpc("clock_in", {
        ...call,
        kind,
        project: orNull(project),
        position: orNull(position),
        vehicle_id: orNull(vehicleId),
      });
    }
    return stamp.step === "out"
      ? client.rpc("clock_out", { ...call, event_id: stamp.eventId, note: orNull<string>(null) })
      : client.rpc("clock_break", {
          ...call,
          break_id: stamp.breakId,
          step: stamp.step === "break_start" ? "start" : "end",
        });
  });
  return answer as StampAnswer;
}

export type ResumeAnswer = { outcome: "resumed" | "unchanged"; turn: WorkTurn } | { outcome: "changed" | "too_late" };

/** Takes up a turn that was ended by mistake, within ten minutes: the same turn runs on. */
export const resumeTurn = async (acting: ActingPerson, { turnId, eventId }: { turnId: string; eventId: string }) =>
  (await ask(acting, (client) =>
    client.rpc("resume_turn", { turn_id: turnId, event_id: eventId, acting_as: acting.id }),
  )) as ResumeAnswer;

export type VehicleChanged = { outcome: "set" | "unchanged"; turn: WorkTurn } | { outcome: "changed"; now: string };

/** Goes on with another vehicle in the turn that runs. */
const changeVehicle = async (
  acting: ActingPerson,
  { turnId, eventId, vehicleId }: { turnId: string; eventId: string; vehicleId: string },
) =>
  (await ask(acting, (client) =>
    client.rpc("change_vehicle", { turn_id: turnId, event_id: eventId, vehicle_id: vehicleId, acting_as: acting.id }),
  )) as VehicleChanged;

/** Puts the turn of an answer on the lists of latest turns, so that the word stands as soon as the answer comes. */
function usePress<Input, Answer extends { outcome: string; turn?: WorkTurn }>(
  call: (acting: ActingPerson, input: Input) => Promise<Answer>,
) {
  const acting = useActingPerson();
  const cache = useQueryClient();
  return useMutation<Answer, Error, Input>({
    mutationFn: (input) => call(acting, input),
    onSuccess: ({ turn }) => {
      if (turn !== undefined)
        cache.setQueriesData<WorkTurn[]>({ queryKey: [...workTurnQueries.all, "latest"] }, (known) =>
          [turn, ...(known ?? []).filter(({ id }) => id !== turn.id)].toSorted((a, b) =>
            b.started_at.localeCompare(a.started_at),
          ),
        );
      void cache.invalidateQueries({ queryKey: workTurnQueries.all });
    },
  });
}

export const useSendStamp = () => usePress(sendStamp);
export const useChangeVehicle = () => usePress(changeVehicle);
export const useResumeTurn = () => usePress(resumeTurn);
