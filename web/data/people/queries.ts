/** The people whom an admin manages, of all kinds, in pages (document 5 §8). */
import type { InfiniteData } from "@tanstack/react-query";
import { callFunction } from "../call-function.ts";
import { infiniteQueryOptions } from "../use-infinite-query.ts";
import { queryOptions } from "../use-query.ts";

export type PersonState = "active" | "invited" | "deactivated";

export type ListedPerson = {
  id: string;
  /** The account at the sign-in service; null for people with an ID in `specified`. */
  account_id: string | null;
  kind: string;
  project: string | null;
  user_id: string;
  name: string | null;
  state: PersonState;
  created_at: string;
  /** The end of the open invitation, which may lie behind. */
  invited_until: string | null;
  deactivated_at: string | null;
  deactivated_by: string | null;
  last_login_at: string | null;
  has_second_factor: boolean;
  /** Whether nobody deactivates the account. */
  is_protected: boolean;
  is_self: boolean;
  /** The car that a chauffeur has now. */
  car: string | null;
  /** Whether a turn of theirs runs on the clock. */
  is_on_clock: boolean;
  /** The places on planned shifts that are not over; null for those who have no plan. */
  planned_places: number | null;
  /** The places that they ask for. */
  asked_places: number | null;
};

/** A change of a person or of the account: who made it, and which fields, without their values. */
export type PersonChange = {
  at: string;
  by_kind: string;
  by: string | null;
  action: "insert" | "update" | "delete";
  subject: string;
  columns: string[];
  /** Of a deactivation or activation. */
  active: boolean | null;
  reason: string | null;
};

type FoundPerson = { person: ListedPerson; changes: PersonChange[] };

export type PeopleFilter = { search: string; kind: string; site: string; state: string };

type Place = { key: string; id: string };
type Page = { people: ListedPerson[]; next: Place | null };

/** The list is not followed; a change elsewhere shows within this time, in milliseconds. */
const REFETCH_MS = 15_000;

const orNull = (value: string) => (value === "" ? null : value);

export const peopleQueries = {
  all: ["people"] as const,
  /** Somebody whom the admin manages, with the latest changes. */
  one: (actingAs: string, kind: string, id: string) =>
    queryOptions({
      queryKey: ["people", "one", actingAs, kind, id] as const,
      refetchInterval: REFETCH_MS,
      queryFn: (acting) =>
        callFunction<FoundPerson>(acting, "get_person", { kind, person_id: id, acting_as: actingAs }),
    }),
  /** The people whom somebody manages, by ID. */
  list: (actingAs: string, filter: PeopleFilter) =>
    infiniteQueryOptions<
      Page,
      readonly ["people", "list", string, PeopleFilter],
      Place | null,
      InfiniteData<Page, Place | null>
    >({
      queryKey: ["people", "list", actingAs, filter] as const,
      initialPageParam: null,
      refetchInterval: REFETCH_MS,
      queryFn: (acting, { pageParam: after }) =>
        callFunction<Page>(acting, "list_people", {
          project: orNull(filter.site),
          kinds: filter.kind === "" ? null : [filter.kind],
          state: orNull(filter.state),
          search: orNull(filter.search.trim()),
          after,
          acting_as: actingAs,
        }),
      getNextPageParam: ({ next }) => next,
    }),
};
