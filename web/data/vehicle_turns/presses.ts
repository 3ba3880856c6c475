/** Presses on a car: taking, returning, undoing, lasting longer, and the admin's end (document 5 §4). Each is one call with an id of its own. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ActingPerson, useActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { clockErrorMs } from "../clock-error.ts";
import { inTime } from "../in-time.ts";
import { type NewFault, withStoredPhotos } from "../vehicle_faults/mutations.ts";
import { type Registration, registrationOfTurn } from "../vehicle_registrations/queries.ts";
import type { VehicleTurn } from "./queries.ts";

/** A warning that the person may accept by sending the call again; `last` is the reading that it compares with. */
export type KmWarning = { code: "odometer-lower" | "odometer-gap" | "odometer-jump"; last: number };
type Warned = { outcome: "warnings"; warnings: KmWarning[] };
/** The answer to who ends a turn that has ended: by whom, when and how. */
export type EndedAlready = { outcome: "ended_already"; by: string | null; at: string; reason: string };

export type TakeAnswer = { outcome: "taken" | "unchanged"; turn: VehicleTurn } | { outcome: "out_of_service" } | Warned;
export type ReturnAnswer =
  | { outcome: "returned"; hours: number; km: number | null; turn: VehicleTurn }
  | EndedAlready
  | Warned;
export type UndoAnswer =
  | { outcome: "undone" | "unchanged"; turn: VehicleTurn }
  | { outcome: "changed"; now: string }
  | { outcome: "too_late"; at: string };
export type ExtendAnswer = { outcome: "extended"; until: string } | { outcome: "unchanged" } | EndedAlready;
export type EndAnswer = { outcome: "ended"; at: string } | EndedAlready;

/** A fault whose photos are stored. */
type StoredFault = Awaited<ReturnType<typeof withStoredPhotos>>[number];

export type Taking = {
  project: string;
  slot: number;
  turnId: string;
  startKm: number | null;
  /** The reading of the car that the chauffeur leaves. */
  endKm: number | null;
  faults: readonly StoredFault[];
  accepted: readonly KmWarning["code"][];
  /** The chauffeur for whom the admin takes the car. */
  chauffeur?: string;
};

export type Returning = {
  turnId: string;
  eventId: string;
  /** When the person pressed, which may be long before the call arrives. */
  at: string;
  endKm: number | null;
  faults: readonly StoredFault[];
  accepted: readonly KmWarning["code"][];
};

const asAccepted = (codes: readonly KmWarning["code"][]) => codes.map((code) => ({ code }));
/** The generated types lack null. */
const orNull = <Value>(value: Value | null) => value as Value;

/** Takes a car. A press without a network is refused at once: others rely on it. @throws DataError PK005 when another was faster. */
export const takeCar = async (acting: ActingPerson, taking: Taking) =>
  (await ask(acting, (client) =>
    client.rpc("take_car", {
      project: taking.project,
      slot: taking.slot,
      turn_id: taking.turnId,
      start_km: orNull(taking.startKm),
      end_km: orNull(taking.endKm),
      faults: [...taking.faults],
      accepted: asAccepted(taking.accepted),
      acting_as: acting.id,
      ...(taking.chauffeur !== undefined && { chauffeur: taking.chauffeur }),
    }),
  )) as TakeAnswer;

/** Gives a car back. A return that ended otherwise keeps its reading and faults. */
export const returnCar = async (acting: ActingPerson, returning: Returning) =>
  (await ask(acting, (client) =>
    client.rpc("return_car", {
      turn_id: returning.turnId,
      event_id: returning.eventId,
      at: returning.at,
      end_km: orNull(returning.endKm),
      faults: [...returning.faults],
      accepted: asAccepted(returning.accepted),
      clock_error_ms: clockErrorMs(),
      acting_as: acting.id,
    }),
  )) as ReturnAnswer;

/** Takes a return back within a minute: the same turn runs on. */
export const undoReturn = async (acting: ActingPerson, { turnId, eventId }: { turnId: string; eventId: string }) =>
  (await ask(acting, (client) =>
    client.rpc("undo_return", { turn_id: turnId, event_id: eventId, acting_as: acting.id }),
  )) as UndoAnswer;

export const extendTurn = async (
  acting: ActingPerson,
  { turnId, eventId, hours }: { turnId: string; eventId: string; hours: number },
) =>
  (await ask(acting, (client) =>
    client.rpc("extend_turn", { turn_id: turnId, event_id: eventId, hours, acting_as: acting.id }),
  )) as ExtendAnswer;

/** Ends a chauffeur's turn, by the admin with a reason. */
export const endTurn = async (
  acting: ActingPerson,
  { turnId, eventId, reason, endKm }: { turnId: string; eventId: string; reason: string; endKm: number | null },
) =>
  (await ask(acting, (client) =>
    client.rpc("end_turn", { turn_id: turnId, event_id: eventId, reason, end_km: orNull(endKm), acting_as: acting.id }),
  )) as EndAnswer;

export type CorrectionAnswer =
  | { outcome: "set" | "unchanged" }
  | {
      outcome: "changed";
      now: { start_km: number | null; end_km: number | null };
      by: string | null;
      at: string | null;
    };

export const correctTurnKm = async (
  acting: ActingPerson,
  input: { turn: VehicleTurn; eventId: string; startKm: number | null; endKm: number | null; reason: string },
) =>
  (await ask(acting, (client) =>
    client.rpc("correct_turn_km", {
      turn_id: input.turn.id,
      event_id: input.eventId,
      expected: { start_km: input.turn.start_km, end_km: input.turn.end_km },
      start_km: orNull(input.startKm),
      end_km: orNull(input.endKm),
      reason: input.reason,
      acting_as: acting.id,
    }),
  )) as CorrectionAnswer;

/** The longest wait for the answer to a press, in milliseconds: who stands at a car is told soon. */
const PRESS_LIMIT_MS = 5_000;

/** The lists that a press changes. */
const LISTS = [["vehicle_turns"], ["vehicle_registrations"], ["vehicles"], ["vehicle_faults"]];

/** Answers that say who has a car now, with the turn. */
const TURNS_NOW = ["taken", "unchanged", "returned", "undone", "ended"];

/** Shows the turn of an answer in the lists of who has which car. False where the answer has none. */
async function showTurn(cache: QueryClient, answer: { outcome: string; turn?: VehicleTurn }): Promise<boolean> {
  const { outcome, turn } = answer;
  if (turn === undefined || !TURNS_NOW.includes(outcome)) return false;
  const isOpen = turn.ended_at === null;
  // Lists that were asked for before the press would hide it for a moment.
  await Promise.all(LISTS.map((queryKey) => cache.cancelQueries({ queryKey })));
  cache.setQueriesData<Registration[]>({ queryKey: ["vehicle_registrations"] }, (rows) =>
    rows
      ?.filter(({ chauffeurId }) => chauffeurId !== turn.chauffeur_id)
      .concat(isOpen ? (registrationOfTurn(turn) ?? []) : []),
  );
  cache.setQueriesData<VehicleTurn[]>(
    { queryKey: ["vehicle_turns"], predicate: ({ queryKey }) => queryKey[2] === "open" },
    (rows) => rows?.filter((each) => each.chauffeur_id !== turn.chauffeur_id).concat(isOpen ? turn : []),
  );
  cache.setQueriesData<VehicleTurn[]>(
    {
      queryKey: ["vehicle_turns"],
      predicate: ({ queryKey: [, , list, of] }) => list === "own" && of === turn.chauffeur_id,
    },
    (rows) => rows && [turn, ...rows.filter(({ id }) => id !== turn.id)],
  );
  return true;
}

/**
 * Makes the hook of a press, after which all lists of cars are fetched again, also after a refusal. The turn of an answer is shown at once;
 * whatever else changed is waited for.
 */
const definePress = <Input, Answer, Given = Input>(
  call: (acting: ActingPerson, input: Input) => Promise<Answer>,
  /** Prepares the call, for as long as that takes: photos are sent before the press. */
  prepare?: (acting: ActingPerson, given: Given) => Promise<Input>,
) =>
  function usePress() {
    const acting = useActingPerson();
    const cache = useQueryClient();
    return useMutation<Answer, Error, Given>({
      mutationFn: async (given) => {
        const input = prepare === undefined ? (given as unknown as Input) : await prepare(acting, given);
        return inTime(call(acting, input), PRESS_LIMIT_MS);
      },
      onSettled: async (answer) => {
        const isShown = answer !== undefined && (await showTurn(cache, answer as { outcome: string }));
        const fetched = Promise.all(LISTS.map((queryKey) => cache.invalidateQueries({ queryKey })));
        if (!isShown) await fetched;
      },
    });
  };

/** A press with faults, whose photos are on the device. */
type WithPhotos<Input> = Omit<Input, "faults"> & { faults: readonly NewFault[] };
const storePhotos = async <Input extends { faults: readonly StoredFault[] }>(
  acting: ActingPerson,
  given: WithPhotos<Input>,
) => ({ ...given, faults: await withStoredPhotos(acting, given.faults) }) as unknown as Input;

export const useTakeCar = definePress<Taking, TakeAnswer, WithPhotos<Taking>>(takeCar, storePhotos);
export const useReturnCar = definePress<Returning, ReturnAnswer, WithPhotos<Returning>>(returnCar, storePhotos);
export const useUndoReturn = definePress(undoReturn);
export const useExtendTurn = definePress(extendTurn);
export const useEndTurn = definePress(endTurn);
export const useCorrectTurnKm = definePress(correctTurnKm);
