/** Changes viewings and sign-ups (document 5 §5). Each call has an id of its caller. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Json } from "../database.gen.ts";
import { defineMutation } from "../define-mutation.ts";
import { viewingQueries } from "./queries.ts";

export type SigningUp = {
  viewingId: string;
  signupId: string;
  key: string;
  name: string;
  email: string;
  phone: string;
  people: number;
};

export type SignedUp = { outcome: "signed_up"; left: number | null } | { outcome: "full" } | { outcome: "over" };

/** Signs a visitor up for a viewing. */
export const signUp = async (acting: Acting, { viewingId, signupId, ...who }: SigningUp) =>
  (await ask(acting, (client) =>
    client.rpc("sign_up_for_viewing", { viewing_id: viewingId, signup_id: signupId, ...who }),
  )) as SignedUp;

/** Gives a visitor's places back. */
export const cancelSignup = async (acting: Acting, { signupId, key }: { signupId: string; key: string }) =>
  (await ask(acting, (client) => client.rpc("cancel_signup", { signup_id: signupId, key }))) as {
    outcome: "cancelled" | "unchanged";
  };

/** The fields of a viewing that agents set. */
export type ViewingFields = {
  starts_at: string;
  ends_at: string;
  places: number | null;
  note: string;
  is_cancelled: boolean;
};

export type ViewingAnswer =
  | { outcome: "set" | "unchanged" | "gone" }
  | { outcome: "changed"; now: ViewingFields; by: string | null; at: string | null };

export type Setting = {
  viewing: { id: string; property_id: string } & Partial<ViewingFields>;
  eventId: string;
  /** The old values of the changed fields, as the screen showed them; null for a new viewing. */
  expected: Partial<ViewingFields> | null;
  agent: string;
};

/** Adds a viewing, changes it, or cancels it. */
export const setViewing = async (acting: Acting, { viewing, eventId, expected, agent }: Setting) =>
  (await ask(acting, (client) =>
    client.rpc("set_viewing", { viewing, event_id: eventId, expected: expected as Json, acting_as: agent }),
  )) as ViewingAnswer;

const VIEWINGS = [viewingQueries.all];
export const useSignUp = defineMutation(signUp, VIEWINGS);
export const useCancelSignup = defineMutation(cancelSignup, VIEWINGS);
export const useSetViewing = defineMutation(setViewing, VIEWINGS);
