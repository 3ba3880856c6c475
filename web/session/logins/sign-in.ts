/** What both security profiles offer: how each kind of person logs in (decisions §3 and §4). */
import type { ProjectId } from "#shared/paths.ts";

/** Somebody whose credentials were right. */
export type Person = {
  userId: string;
  displayName: string | null;
  /** The account at the sign-in service, where each person has one. */
  accountId?: string;
};

type Credentials = { userId: string; password: string };

/** Nobody is let in: the message says why, in the words of the screen. */
export class LoginRefused extends Error {}

/** The person gave up the login half-way; there is nothing to tell. */
export class LoginCancelled extends Error {}

/**
 * One way to log in per kind. Each answers the person, or null when the ID is unknown or the password wrong.
 * @throws DataError when they cannot be asked about, LoginRefused, LoginCancelled.
 */
export type SignIn = {
  mainAdmin: (credentials: Credentials) => Promise<Person | null>;
  attendant: (credentials: Credentials & { project: ProjectId }) => Promise<Person | null>;
  /** Admin of a customer site; in the profile `specified` its attendants' accounts are let in too (document 1 §6). */
  admin: (credentials: Credentials & { project: string }) => Promise<Person | null>;
  /** Dispatch operators of 721075. */
  operator: (credentials: Credentials) => Promise<Person | null>;
  /** The administrator of 721075. */
  dispatchAdmin: (credentials: Credentials) => Promise<Person | null>;
  /** Asked first at the chauffeurs' login: the taxi administrator, where the ID alone is enough (document 2 §6). */
  chauffeurAdminById: (userId: string) => Person | null;
  /** A chauffeur, or the taxi administrator with a password. */
  chauffeur: (credentials: Credentials & { project: string }) => Promise<TaxiPerson | null>;
  aseAdmin: (credentials: Credentials) => Promise<Person | null>;
  /** In the profile `specified` the ID is enough (document 2 §6). */
  aseEmployee: (credentials: Credentials) => Promise<Person | null>;
  /**
   * Signs in with an account, by its e-mail or its username; afterwards the browser holds it.
   * @throws DataError with the provider's message when it is refused.
   */
  account: (credentials: { emailOrUsername: string; password: string }) => Promise<void>;
};

export type TaxiPerson = { kind: "chauffeur" | "chauffeur-admin"; person: Person };
