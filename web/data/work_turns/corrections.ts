/** Turns that were not stamped, corrections, reviews and hours (document 5 §6). */
import { keepPreviousData } from "@tanstack/react-query";
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { queryOptions } from "../use-query.ts";
import { type TurnKind, type TurnTimes, type WorkTurn, workTurnQueries } from "./queries.ts";

/** The generated types lack null. */
const orNull = <Value>(value: Value | null) => value as Value;

export type CorrectionAnswer =
  | { outcome: "corrected" | "unchanged" | "stored"; turn: WorkTurn }
  | { outcome: "changed"; now: WorkTurn; by: string | null; at: string | null };
export type Correction = TurnTimes & {
  /** The turn as the screen showed it; without one the turn was not stamped. */
  turn: WorkTurn | undefined;
  /** The key of the correction, or of the new turn. */
  id: string;
  reason: string;
  project: string | null;
  kind: TurnKind;
};

/** Corrects a turn, or adds one that was not stamped. @throws DataError PK005 with the reason, PK008 with the field */
export async function saveTimes(acting: ActingPerson, correction: Correction): Promise<CorrectionAnswer> {
  const { turn, id, reason, project, kind, started_at, ended_at } = correction;
  const breaks = correction.breaks.map((pause) => ({ started_at: pause.started_at, ended_at: pause.ended_at }));
  const times = { started_at, ended_at: orNull(ended_at), breaks, reason, acting_as: acting.id };
  return (await ask(acting, (client) =>
    turn === undefined
      ? client.rpc("type_turn", { ...times, turn_id: id, project: orNull(project), kind })
      : client.rpc("correct_turn", {
          ...times,
          turn_id: turn.id,
          event_id: id,
          expected: {
            started_at: turn.started_at,
            ended_at: turn.ended_at,
            breaks: turn.breaks.map((pause) => ({ started_at: pause.started_at, ended_at: pause.ended_at })),
          },
        }),
  )) as CorrectionAnswer;
}

export type Review = {
  turns: readonly string[];
  eventId: string;
  decision: "approve" | "reject" | "reopen";
  note: string | null;
};
export type ReviewAnswer = {
  outcome: "reviewed";
  done: string[];
  kept: { turn: string; status: string; by: string | null }[];
};

export const reviewTurns = async (acting: ActingPerson, { turns, eventId, decision, note }: Review) =>
  (await ask(acting, (client) =>
    client.rpc("review_turns", {
      turn_ids: [...turns],
      event_id: eventId,
      decision,
      note: orNull(note),
      acting_as: acting.id,
    }),
  )) as ReviewAnswer;

export const useSaveTimes = definePersonMutation(saveTimes, [workTurnQueries.all]);
export const useReviewTurns = definePersonMutation(reviewTurns, [workTurnQueries.all]);

export type HoursRow = {
  person_id: string;
  user_id: string;
  name: string | null;
  month: string;
  approved: number;
  waiting: number;
  rejected: number;
  breaks: number;
  /** Hours of the own places on planned shifts. */
  planned: number;
  marks: ("short-rest" | "no-break")[];
};

export const workHoursQueries = {
  /** Hours by person and month, between two days (`yyyy-MM-dd`), both included. An admin reads the site's, others their own. */
  ofPeriod: (acting: ActingPerson, scope: { project: string | null; kind: TurnKind }, from: string, to: string) =>
    queryOptions({
      queryKey: [...workTurnQueries.all, "hours", scope, from, to, acting.id] as const,
      placeholderData: keepPreviousData,
      queryFn: async (_, { signal }): Promise<HoursRow[]> => {
        const answer = await ask(acting, (client) =>
          client
            .rpc("work_hours", {
              project: orNull(scope.project),
              kind: scope.kind,
              from,
              to,
              acting_as: acting.id,
            })
            .abortSignal(signal),
        );
        return (answer as { rows: HoursRow[] }).rows;
      },
    }),
};
