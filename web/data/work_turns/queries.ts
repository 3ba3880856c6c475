/** Reads turns on the clock with their breaks (document 5 §6). */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Client } from "../client.ts";
import { fetchOrStored } from "../fetch-or-stored.ts";
import type { Row } from "../live.ts";
import { listInOrder } from "../list-in-pages.ts";
import { queryOptions } from "../use-query.ts";

export type TurnStatus = "running" | "waiting" | "approved" | "rejected";
export type TurnKind = "attendant" | "ase-employee";
export type Break = Pick<Row<"work_breaks">, "id" | "started_at" | "ended_at">;
export type TurnRow = Omit<Pick<Row<"work_turns">, (typeof COLUMN_NAMES)[number]>, "status"> & { status: TurnStatus };
/** A turn with its breaks, by time. */
export type WorkTurn = TurnRow & { breaks: Break[] };
/** A correction or review in a turn's history. */
export type TurnEvent = Pick<Row<"work_turn_events">, "id" | "turn_id" | "kind" | "by" | "received_at"> & {
  data: { reason?: string; note?: string; before?: KeptTimes; after?: KeptTimes };
};
/** Times in a turn's history, which keeps no nulls. */
type KeptTimes = { started_at: string; ended_at?: string };
export type TurnTimes = { started_at: string; ended_at: string | null; breaks: Omit<Break, "id">[] };

/** The owner of own turns: a person with an ID at a site. */
export type OwnTurnsScope = { kind: TurnKind; userId: string; project: string | undefined };
/** The lists of the admin: all, what waits, what nobody ended, and who is in now. */
export type TurnFilter = "waiting" | "forgotten" | "running" | "all";

const COLUMN_NAMES = [
  "id",
  "project_id",
  "kind",
  "user_id",
  "name",
  "started_at",
  "ended_at",
  "source",
  "note",
  "status",
  "is_forgotten",
  "needs_check",
  "reviewed_by",
  "reviewed_at",
  "review_note",
  "shift_registration_id",
  "vehicle_id",
  "position",
] as const;
const COLUMNS = COLUMN_NAMES.join(", ") as "*";
const PAGE_SIZE = 50;
/** The latest turns of a person that their own page shows. */
const LATEST_TURNS = 10;
/** More turns than anybody has in a month. */
const MONTH_LIMIT = 200;
/** More people than are ever on duty at once. */
const ON_DUTY_LIMIT = 200;
/** Every end is later: the table API has no filter for "not null". */
const EARLIEST = "1900-01-01T00:00:00Z";
const LATEST = { column: "started_at", ascending: false } as const;

const own = (client: Client, { kind, userId, project }: OwnTurnsScope) => {
  const rows = client.from("work_turns").select(COLUMNS).eq("kind", kind).eq("user_id", userId);
  return project === undefined ? rows : rows.eq("project_id", project);
};

/** Adds the breaks of turns, which are rows of their own. */
async function withBreaks(acting: Acting, rows: TurnRow[], signal: AbortSignal): Promise<WorkTurn[]> {
  if (rows.length === 0) return [];
  const breaks = await ask(acting, (client) =>
    client
      .from("work_breaks")
      .select("id, turn_id, started_at, ended_at")
      .in(
        "turn_id",
        rows.map(({ id }) => id),
      )
      .order("started_at")
      .limit(1000)
      .abortSignal(signal),
  );
  return rows.map((row) => ({ ...row, breaks: breaks.filter(({ turn_id: turn }) => turn === row.id) }));
}

export const workTurnQueries = {
  all: ["work_turns"] as const,
  /** The latest turns of a person: the one that runs, and those that nobody ended. An attendant's device keeps them. */
  latest: (scope: OwnTurnsScope) =>
    queryOptions({
      queryKey: ["work_turns", "latest", scope] as const,
      queryFn: (acting, { signal }): Promise<WorkTurn[]> =>
        fetchOrStored(acting, "clock", async () => {
          const rows = await ask(acting, (client) =>
            own(client, scope).order("started_at", { ascending: false }).limit(LATEST_TURNS).abortSignal(signal),
          );
          return withBreaks(acting, rows as unknown as TurnRow[], signal);
        }),
    }),
  /** The turns of a person that began between two moments, newest first. */
  between: (scope: OwnTurnsScope, from: string, to: string) =>
    queryOptions({
      queryKey: ["work_turns", "between", scope, from, to] as const,
      queryFn: async (acting, { signal }): Promise<WorkTurn[]> => {
        const rows = await ask(acting, (client) =>
          own(client, scope)
            .gte("started_at", from)
            .lt("started_at", to)
            .order("started_at", { ascending: false })
            .limit(MONTH_LIMIT)
            .abortSignal(signal),
        );
        return withBreaks(acting, rows as unknown as TurnRow[], signal);
      },
    }),
  /** Corrections and reviews of turns, newest first: who was corrected sees old, new, by and why. */
  changesOf: (turns: readonly string[]) =>
    queryOptions({
      queryKey: ["work_turns", "changes", turns] as const,
      queryFn: async (acting, { signal }): Promise<TurnEvent[]> =>
        turns.length === 0
          ? []
          : ((await ask(acting, (client) =>
              client
                .from("work_turn_events")
                .select("id, turn_id, kind, by, received_at, data")
                .in("turn_id", [...turns])
                .in("kind", ["corrected", "rejected", "reopened"])
                .order("received_at", { ascending: false })
                .limit(500)
                .abortSignal(signal),
            )) as unknown as TurnEvent[]),
    }),
  /** The turns of a site in a list of its admin, newest first. */
  ofSite: (project: string, kind: TurnKind, filter: TurnFilter) =>
    listInOrder(LATEST, {
      queryKey: ["work_turns", "site", project, kind, filter] as const,
      size: PAGE_SIZE,
      rows: (client) => {
        const rows = client.from("work_turns").select(COLUMNS).eq("project_id", project).eq("kind", kind);
        if (filter === "running") return rows.eq("status", "running");
        if (filter === "waiting") return rows.eq("status", "waiting").gte("ended_at", EARLIEST);
        return filter === "forgotten" ? rows.eq("status", "waiting").is("ended_at", null) : rows;
      },
    }),
  /** The breaks of listed turns. */
  breaksOf: (turns: readonly TurnRow[]) =>
    queryOptions({
      queryKey: ["work_turns", "breaks", turns.map(({ id }) => id)] as const,
      queryFn: (acting, { signal }): Promise<WorkTurn[]> => withBreaks(acting, [...turns], signal),
    }),
  /** The people of a kind who are on duty, the longest turn first. */
  onDuty: (kind: TurnKind) =>
    queryOptions({
      queryKey: ["work_turns", "on-duty", kind] as const,
      queryFn: async (acting, { signal }): Promise<TurnRow[]> =>
        (await ask(acting, (client) =>
          client
            .from("work_turns")
            .select(COLUMNS)
            .eq("kind", kind)
            .eq("status", "running")
            .order("started_at")
            .order("id")
            .limit(ON_DUTY_LIMIT)
            .abortSignal(signal),
        )) as unknown as TurnRow[],
    }),
};
