/** Reads the ambulance's plan (document 5 §7): shifts, who is on them, what is given away, and who may take what. */
import type { Acting, ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Client } from "../client.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type PlaceState = "asked" | "assigned" | "refused" | "left" | "absent" | "removed" | "cancelled" | "lapsed";
export type OfferState = "open" | "proposed" | "agreed" | "declined" | "done" | "refused" | "withdrawn" | "lapsed";
export type ShiftPlace = Pick<
  Row<"shift_places">,
  "id" | "shift_id" | "employee_id" | "name" | "confirmed_at" | "came_at" | "at" | "reason"
> & { state: PlaceState };
export type ShiftOffer = Pick<
  Row<"shift_offers">,
  "id" | "shift_id" | "place_id" | "employee_id" | "name" | "to_employee_id" | "agreed_by"
> & { state: OfferState };
export type ShiftRow = Pick<
  Row<"planned_shifts">,
  | "id"
  | "starts_at"
  | "ends_at"
  | "position"
  | "vehicle_id"
  | "station"
  | "places"
  | "note"
  | "published_at"
  | "cancelled_at"
>;
/** A planned shift with the people on it, and the offers of places that are not closed. */
export type PlannedShift = ShiftRow & { people: ShiftPlace[]; offers: ShiftOffer[] };

/** Why somebody may not take a shift, or what to know before. */
export type Objection = { code: string; name?: string; position?: string; starts_at?: string; ends_at?: string };
export type OwnObjections = Readonly<
  Record<string, { reasons: Objection[]; warnings: Objection[]; was_asked: boolean } | undefined>
>;
export type Taker = {
  employee_id: string;
  name: string | null;
  reasons: Objection[];
  warnings: Objection[];
  week_hours: number;
  asked_at: string | null;
};

/** As many shifts as a week has at most, and as are listed ahead. */
const SHIFTS_LIMIT = 200;
const PEOPLE_LIMIT = 1000;
/** As many shifts as one address names: their places with what became of earlier ones are below the limit then. */
const AT_ONCE = 100;
/** A minute: lists of the plan are fetched more often. */
const SOON_MS = 60_000;
/** As many places as are looked through for shifts further ahead, and as many of those shifts. */
const WAITING_LIMIT = 100;
/** Every moment is later: the table API has no filter for "not null". */
const EARLIEST = "1900-01-01T00:00:00Z";

const shifts = (client: Client, publishedOnly: boolean) => {
  const rows = client
    .from("planned_shifts")
    .select("id, starts_at, ends_at, position, vehicle_id, station, places, note, published_at, cancelled_at");
  return publishedOnly ? rows.gte("published_at", EARLIEST) : rows;
};

const newestPlaces = (client: Client) =>
  client.from("shift_places").select("shift_id").order("at", { ascending: false }).limit(WAITING_LIMIT);
const newestOffers = (client: Client) =>
  client.from("shift_offers").select("shift_id").order("created_at", { ascending: false }).limit(WAITING_LIMIT);

/**
 * Adds shifts beyond the listed ones where something waits for the reader: the own places of an employee, or the places and offers that
 * the admin has to know of. A service of sixty people has a list full in ten days.
 */
async function withWaiting(acting: Acting, rows: ShiftRow[], employeeId: string | null, signal: AbortSignal) {
  if (rows.length < SHIFTS_LIMIT) return rows;
  const listed = new Set(rows.map(({ id }) => id));
  const found = await Promise.all(
    employeeId === null
      ? [
          ask(acting, (client) => newestPlaces(client).eq("state", "asked").abortSignal(signal)),
          ask(acting, (client) =>
            newestPlaces(client).eq("state", "assigned").is("confirmed_at", null).abortSignal(signal),
          ),
          ask(acting, (client) => newestOffers(client).eq("state", "agreed").abortSignal(signal)),
        ]
      : [
          ask(acting, (client) => newestPlaces(client).eq("employee_id", employeeId).abortSignal(signal)),
          ask(acting, (client) =>
            newestOffers(client).eq("to_employee_id", employeeId).eq("state", "proposed").abortSignal(signal),
          ),
        ],
  );
  const ids = new Set(found.flat().map(({ shift_id: id }) => id));
  const waiting = [...ids].filter((id) => !listed.has(id));
  if (waiting.length === 0) return rows;
  const more = await ask(acting, (client) =>
    shifts(client, employeeId !== null)
      .in("id", waiting.slice(0, WAITING_LIMIT))
      .gt("ends_at", new Date().toISOString())
      .order("starts_at")
      .order("id")
      .limit(WAITING_LIMIT)
      .abortSignal(signal),
  );
  return [...rows, ...more];
}

/** Adds the people and open offers of shifts, which are rows of their own. */
async function withPeople(acting: Acting, rows: ShiftRow[], signal: AbortSignal): Promise<PlannedShift[]> {
  const parts = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
    peopleOf(acting, rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE), signal),
  );
  return (await Promise.all(parts)).flat();
}

async function peopleOf(acting: Acting, rows: readonly ShiftRow[], signal: AbortSignal): Promise<PlannedShift[]> {
  const ids = rows.map(({ id }) => id);
  const [places, offers] = await Promise.all([
    ask(acting, (client) =>
      client
        .from("shift_places")
        .select("id, shift_id, employee_id, name, state, confirmed_at, came_at, at, reason")
        .in("shift_id", ids)
        .order("at", { ascending: false })
        .limit(PEOPLE_LIMIT)
        .abortSignal(signal),
    ),
    ask(acting, (client) =>
      client
        .from("shift_offers")
        .select("id, shift_id, place_id, employee_id, name, to_employee_id, agreed_by, state")
        .in("shift_id", ids)
        .in("state", ["open", "proposed", "agreed"])
        .limit(PEOPLE_LIMIT)
        .abortSignal(signal),
    ),
  ]);
  const inOrder = (places as ShiftPlace[]).toReversed();
  return rows.map((row) => ({
    ...row,
    people: inOrder.filter(({ shift_id: shift }) => shift === row.id),
    offers: (offers as ShiftOffer[]).filter(({ shift_id: shift }) => shift === row.id),
  }));
}

export const plannedShiftQueries = {
  all: ["planned_shifts"] as const,
  /** The shifts that begin between two moments; employees know published ones alone. */
  between: (from: string, to: string, publishedOnly: boolean) =>
    queryOptions({
      queryKey: ["planned_shifts", "between", from, to, publishedOnly] as const,
      queryFn: async (acting, { signal }): Promise<PlannedShift[]> =>
        withPeople(
          acting,
          await ask(acting, (client) =>
            shifts(client, publishedOnly)
              .gte("starts_at", from)
              .lt("starts_at", to)
              .order("starts_at")
              .order("id")
              .limit(SHIFTS_LIMIT)
              .abortSignal(signal),
          ),
          signal,
        ),
    }),
  /**
   * The shifts that are not over, the next one first, and of later ones those where something waits for the employee, or without one for
   * the admin.
   */
  ahead: (employeeId: string | null) =>
    queryOptions({
      queryKey: ["planned_shifts", "ahead", employeeId] as const,
      queryFn: async (acting, { signal }): Promise<PlannedShift[]> => {
        const rows = await ask(acting, (client) =>
          shifts(client, employeeId !== null)
            .gt("ends_at", new Date().toISOString())
            .order("starts_at")
            .order("id")
            .limit(SHIFTS_LIMIT)
            .abortSignal(signal),
        );
        return withPeople(acting, await withWaiting(acting, rows, employeeId, signal), signal);
      },
    }),
  /** The published shifts that go on now, or begin before the next look. */
  now: () =>
    queryOptions({
      queryKey: ["planned_shifts", "now"] as const,
      queryFn: async (acting, { signal }): Promise<PlannedShift[]> => {
        const now = Date.now();
        return withPeople(
          acting,
          await ask(acting, (client) =>
            shifts(client, true)
              .gt("ends_at", new Date(now).toISOString())
              .lt("starts_at", new Date(now + SOON_MS).toISOString())
              .order("starts_at")
              .order("id")
              .limit(SHIFTS_LIMIT)
              .abortSignal(signal),
          ),
          signal,
        );
      },
    }),
  /** Why the employee may not take shifts to come, by shift. */
  ownObjections: (acting: ActingPerson) =>
    queryOptions({
      queryKey: ["planned_shifts", "objections", acting.id] as const,
      queryFn: async (_, { signal }): Promise<OwnObjections> => {
        const answer = await ask(acting, (client) =>
          client.rpc("own_objections", { acting_as: acting.id }).abortSignal(signal),
        );
        return (answer as unknown as { shifts: OwnObjections }).shifts;
      },
    }),
  /** Who can take a place on a shift: the eligible first. */
  takers: (acting: ActingPerson, shift: string) =>
    queryOptions({
      queryKey: ["planned_shifts", "takers", shift, acting.id] as const,
      queryFn: async (_, { signal }): Promise<Taker[]> => {
        const answer = await ask(acting, (client) =>
          client.rpc("list_takers", { shift_id: shift, acting_as: acting.id }).abortSignal(signal),
        );
        return (answer as unknown as { people: Taker[] }).people;
      },
    }),
};
