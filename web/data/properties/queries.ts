/** Reads properties: the lists in pages, newest first, and one property with all its facts. */
import type { PROPERTY_STATUSES } from "#contract/states.ts";
import type { Acting } from "../acting.ts";
import { ask, askCount } from "../ask.ts";
import type { KeysetPage } from "../keyset-pages.ts";
import type { Row } from "../live.ts";
import { NEWEST, pageInOrder } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";
import { infiniteQueryOptions } from "../use-infinite-query.ts";
import { queryOptions } from "../use-query.ts";

export type PropertyStatus = (typeof PROPERTY_STATUSES)[number];
export type Property = Omit<Row<"properties">, "updated_at" | "created_by" | "updated_by">;

/** A property as lists show it, without its long texts. */
export type PropertySummary = Omit<
  Property,
  | "description"
  | "features"
  | "image_urls"
  | "min_bid"
  | "hide_bid_list"
  | "accepted_bid_id"
  | "state"
  | "zip_code"
  | keyof BiddingRules
  | "contract_pending"
  | "assignment_ended_on"
>;

/** The rules of bidding on a property (document 5 §5). */
export type BiddingRules = Pick<
  Row<"properties">,
  "bid_mode" | "higher_only" | "bid_step" | "bid_release" | "hidden_bids" | "contract_step"
>;

const SUMMARY =
  "id, title, seller_name, short_description, price, square_feet, bedrooms, bathrooms, address, city, property_type, status, front_image_url, created_at" as const;
const WHOLE =
  "id, title, seller_name, short_description, description, price, min_bid, hide_bid_list, accepted_bid_id, square_feet, bedrooms, bathrooms, address, city, state, zip_code, property_type, status, features, front_image_url, image_urls, created_at, bid_mode, higher_only, bid_step, bid_release, hidden_bids, contract_step, contract_pending, assignment_ended_on" as const;
const PAGE_SIZE = 24;
/** The interval of the counts' fetches, in milliseconds. */
const COUNT_MS = 60_000;

/** The filters of the listings (document 5 §5); nothing is filtered by a part that is left out. */
export type ListingFilter = {
  from?: number;
  to?: number;
  bedrooms?: number;
  type?: string;
  place?: string;
  /** The order by price, lowest or highest first; by default the newest come first. */
  sort?: "price" | "-price";
};

/** What the listings offer to choose from. */
export type ListingChoices = { available: number; sold: number; types: string[]; places: string[] };

type ListCursor = { id: string; created_at: string; price: number };
type PropertyPage = KeysetPage<PropertySummary, ListCursor>;

const ORDERS = {
  newest: NEWEST,
  price: { column: "price", ascending: true },
  "-price": { column: "price", ascending: false },
} as const;

export const propertyQueries = {
  all: ["properties"] as const,
  lists: ["properties", "list"] as const,
  /** The counts of properties, which a change of any property may make stale. */
  counts: [["properties", "choices"] as const, ["properties", "count"] as const],

  /** The properties of a status, or all of them (document 2 §7); those of a filter have a list of their own. */
  list: (status?: PropertyStatus, filter?: ListingFilter) =>
    infiniteQueryOptions({
      queryKey: ["properties", "list", status ?? "all", filter ?? null] as const,
      // Live changes keep the list fresh; a focus of the window need not fetch every page again.
      refetchOnWindowFocus: false,
      initialPageParam: null as ListCursor | null,
      queryFn: (acting, { pageParam, signal }) => listProperties(acting, { status, filter, after: pageParam, signal }),
      getNextPageParam: (page: PropertyPage) => page.next,
    }),

  /** The number of properties that a filter finds. */
  count: (status: PropertyStatus, filter: ListingFilter) =>
    queryOptions({
      queryKey: ["properties", "count", status, filter] as const,
      refetchInterval: COUNT_MS,
      queryFn: (acting, { signal }) =>
        askCount(acting, (client) =>
          filtered(
            client.from("properties").select("id", { count: "exact", head: true }).eq("status", status),
            filter,
          ).abortSignal(signal),
        ),
    }),

  /** How many properties are for sale and sold, with their types and places. */
  choices: () =>
    queryOptions({
      queryKey: ["properties", "choices"] as const,
      refetchInterval: COUNT_MS,
      queryFn: async (acting, { signal }) =>
        (await ask(acting, (client) => client.rpc("get_listing_choices").abortSignal(signal))) as ListingChoices,
    }),

  /** A property, or null when it is gone. */
  byId: (id: string) =>
    queryOptions({
      queryKey: ["properties", "one", id] as const,
      queryFn: (acting, { signal }): Promise<Property | null> =>
        ask(acting, (client) => client.from("properties").select(WHOLE).eq("id", id).abortSignal(signal).maybeSingle()),
    }),
};

/** The part of a supabase-js query that the filters use; each method returns the query. */
interface Filterable {
  eq(column: string, value: string): this;
  gte(column: string, value: number): this;
  lte(column: string, value: number): this;
}

/** A query with the parts of a filter. */
function filtered<Query extends Filterable>(query: Query, { from, to, bedrooms, type, place }: ListingFilter): Query {
  let found = query;
  if (from !== undefined) found = found.gte("price", from);
  if (to !== undefined) found = found.lte("price", to);
  if (bedrooms !== undefined) found = found.gte("bedrooms", bedrooms);
  if (type !== undefined) found = found.eq("property_type", type);
  if (place !== undefined) found = found.eq("city", place);
  return found;
}

type Listed = {
  status: PropertyStatus | undefined;
  filter: ListingFilter | undefined;
  after: ListCursor | null;
  signal: AbortSignal;
};

async function listProperties(acting: Acting, { status, filter = {}, after, signal }: Listed): Promise<PropertyPage> {
  const client = await acting.client();
  const order = ORDERS[filter.sort ?? "newest"];
  let found = filtered(client.from("properties").select(SUMMARY), filter);
  if (status !== undefined) found = found.eq("status", status);
  const rows = unwrap(await pageInOrder(order, found, { after, size: PAGE_SIZE, signal }));
  const last = rows.at(-1);
  const isLast = last === undefined || rows.length < PAGE_SIZE;
  return { rows, next: isLast ? null : { id: last.id, created_at: last.created_at, price: last.price } };
}
