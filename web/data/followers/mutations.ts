/** Mails to visitors of the listings (document 5 §5): about new bids of a property, and a link for a key that was lost. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";

type Following = { propertyId: string; followerId: string; email: string; key: string };
export type Followed = { outcome: "asked" | "no_mail" | "closed" };

/** Asks a mail address whether it wishes to hear of new bids. */
export const followProperty = async (acting: Acting, { propertyId, followerId, email, key }: Following) =>
  (await ask(acting, (client) =>
    client.rpc("follow_property", { property_id: propertyId, follower_id: followerId, email, key }),
  )) as Followed;

/** Confirms an address by the key of a mail. */
export const confirmFollow = async (acting: Acting, key: string) =>
  (await ask(acting, (client) => client.rpc("confirm_follow", { key }))) as
    | { outcome: "confirmed"; property_id: string }
    | { outcome: "none" };

/** Ends mails about a property. */
export const endFollow = async (acting: Acting, key: string) =>
  (await ask(acting, (client) => client.rpc("end_follow", { key }))) as { outcome: "ended" | "unchanged" | "none" };

/** Mails a bidder a new link. */
export const sendOwnLink = async (acting: Acting, { propertyId, email }: { propertyId: string; email: string }) =>
  (await ask(acting, (client) => client.rpc("send_own_link", { property_id: propertyId, email }))) as {
    outcome: "sent" | "no_mail";
  };

type Handing = { bidderId: string; keyHash: string; agent: string };

/** Makes a link that an agent hands to a bidder; this browser made its key. */
export const makeBidLink = async (acting: Acting, { bidderId, keyHash, agent }: Handing) =>
  (await ask(acting, (client) =>
    client.rpc("make_bid_link", { bidder_id: bidderId, key_hash: keyHash, acting_as: agent }),
  )) as { outcome: "made" | "gone" };

export const useFollowProperty = defineMutation(followProperty);
export const useConfirmFollow = defineMutation(confirmFollow);
export const useEndFollow = defineMutation(endFollow);
export const useSendOwnLink = defineMutation(sendOwnLink);
export const useMakeBidLink = defineMutation(makeBidLink);
