/** Reads properties: the lists in pages, newest first, and one property with all its facts. */
import type { PROPERTY_STATUSES } from "#contract/states.ts";
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import type { KeysetPage } from "../keyset-pages.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
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

type PropertyPage = KeysetPage<PropertySummary>;

export const propertyQueries = {
  all: ["properties"] as const,
  lists: ["properties", "list"] as const,

  /** The properties of a status, or all of them (document 2 §7). */
  list: (status?: PropertyStatus) =>
    infiniteQueryOptions({
      queryKey: ["properties", "list", status ?? "all"] as const,
      // Live changes keep the list fresh; a focus of the window need not fetch every page again.
      refetchOnWindowFocus: false,
      initialPageParam: null as NewestCursor | null,
      queryFn: (acting, { pageParam, signal }) => listProperties(acting, status, pageParam, signal),
      getNextPageParam: (page: PropertyPage) => page.next,
    }),

  /** A property, or null when it is gone. */
  byId: (id: string) =>
    queryOptions({
      queryKey: ["properties", "one", id] as const,
      queryFn: (acting, { signal }): Promise<Property | null> =>
        ask(acting, (client) => client.from("properties").select(WHOLE).eq("id", id).abortSignal(signal).maybeSingle()),
    }),
};

async function listProperties(
  acting: Acting,
  status: PropertyStatus | undefined,
  after: NewestCursor | null,
  signal: AbortSignal,
): Promise<PropertyPage> {
  const client = await acting.client();
  let found = client.from("properties").select(SUMMARY);
  if (status !== undefined) found = found.eq("status", status);
  const rows = unwrap(await newestPage(found, { after, size: PAGE_SIZE, signal }));
  return { rows, next: nextNewest(rows, PAGE_SIZE) };
}
