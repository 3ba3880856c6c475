/** Makes and ends links of dispatch, by its administrator (document 5 §3). */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { type DispatchLink, LINKS_KEY } from "./queries.ts";

/** A link to make, by its key's hash; the one before it ends. With null it only ends. */
export type LinkChange = Pick<DispatchLink, "kind" | "unit_id"> & { keyHash: string | null };
export type LinkAnswer = { outcome: "made"; at: string } | { outcome: "ended" | "unchanged" | "gone" };

export const makeLink = async (acting: ActingPerson, { kind, unit_id, keyHash }: LinkChange) =>
  (await ask(acting, (client) =>
    client.rpc("make_link", {
      kind,
      unit_id: unit_id as string,
      key_hash: keyHash as string,
      acting_as: acting.id,
    }),
  )) as LinkAnswer;

export const useMakeLink = definePersonMutation(makeLink, [LINKS_KEY]);
