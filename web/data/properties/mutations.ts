/** Actions of agents on properties: add, change, remove, hide the list of bids (document 2 §7). */
import type { Acting } from "../acting.ts";
import { ask, reachOne } from "../ask.ts";
import type { Database } from "../database.gen.ts";
import { defineMutation } from "../define-mutation.ts";
import { bidQueries } from "../property_bids/queries.ts";
import { type BiddingRules, propertyQueries } from "./queries.ts";

type Insert = Database["public"]["Tables"]["properties"]["Insert"];

/** The fields of a property that an agent writes. */
export type PropertyDraft = Required<
  Pick<
    Insert,
    | "title"
    | "seller_name"
    | "short_description"
    | "description"
    | "price"
    | "min_bid"
    | "square_feet"
    | "bedrooms"
    | "bathrooms"
    | "address"
    | "city"
    | "state"
    | "zip_code"
    | "property_type"
    | "status"
    | "features"
    | "front_image_url"
    | "image_urls"
  >
>;

/** Adds a property in an agent's name. @throws DataError, `42501` when the caller is no agent. */
export async function insertProperty(
  acting: Acting,
  { draft, userId }: { draft: PropertyDraft; userId: string },
): Promise<void> {
  await ask(acting, (client) => client.from("properties").insert({ ...draft, created_by: userId }));
}

type PropertyUpdate = {
  id: string;
  /** Only the columns that the agent changed, because another person may have changed the others meanwhile. */
  changes: Partial<PropertyDraft>;
  userId: string;
};

/**
 * Changes a property in an agent's name. A property that is no longer sold loses its accepted bid, so that another bid can be accepted.
 * @throws DataError `gone` when no row was changed: it was removed meanwhile, or the caller is no agent.
 */
export async function updateProperty(acting: Acting, { id, changes, userId }: PropertyUpdate): Promise<void> {
  const reopens = changes.status !== undefined && changes.status !== "sold";
  // The bid comes first: if the second call fails, another save does both.
  if (reopens) {
    await ask(acting, (client) =>
      client.from("property_bids").update({ accepted: false }).eq("property_id", id).eq("accepted", true),
    );
  }
  const next = { ...changes, updated_by: userId, ...(reopens ? { accepted_bid_id: null } : {}) };
  await reachOne(acting, GONE, (client) => client.from("properties").update(next).eq("id", id).select("id"));
}

/** Removes a property, and with it its bids. @throws DataError `gone` as above. */
export async function deleteProperty(acting: Acting, id: string): Promise<void> {
  await reachOne(acting, GONE, (client) => client.from("properties").delete().eq("id", id).select("id"));
}

/** Hides the list of bids from the public, or shows it. @throws DataError `gone` as above. */
export async function hideBidList(acting: Acting, { id, isHidden }: { id: string; isHidden: boolean }): Promise<void> {
  await reachOne(acting, GONE, (client) =>
    client.from("properties").update({ hide_bid_list: isHidden }).eq("id", id).select("id"),
  );
}

type RulesUpdate = { id: string; changes: Partial<BiddingRules>; userId: string };

/** Changes the rules of bidding on a property; only those that the agent changed. @throws DataError `gone` as above. */
export async function updateBiddingRules(acting: Acting, { id, changes, userId }: RulesUpdate): Promise<void> {
  await reachOne(acting, GONE, (client) =>
    client
      .from("properties")
      .update({ ...changes, updated_by: userId })
      .eq("id", id)
      .select("id"),
  );
}

/** A refused change gives zero rows and no error. */
const GONE = "The property no longer exists, or the account may not change it";

export const useInsertProperty = defineMutation(insertProperty, [propertyQueries.all]);
export const useUpdateProperty = defineMutation(updateProperty, [propertyQueries.all, bidQueries.all]);
export const useDeleteProperty = defineMutation(
  (acting, { id }: { id: string }) => deleteProperty(acting, id),
  [propertyQueries.all],
);
export const useHideBidList = defineMutation(hideBidList, [propertyQueries.all]);
export const useUpdateBiddingRules = defineMutation(updateBiddingRules, [propertyQueries.all]);
