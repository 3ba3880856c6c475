/** The logins of both security profiles: one for each kind of person (decisions §3 and §4). */
import type { ProjectId } from "#shared/paths.ts";

/** A person whose credentials were right. */
export type Person = {
  userId: string;
  displayName: string | null;
  /** The person's account at the sign-in service, where people have one. */
  accountId?: string;
};

type Credentials = { userId: string; password: string };

/** The login was refused; the message gives the reason in the words of the screen. */
export class LoginRefused extends Error {}

/** The person gave up the login half-way; no message is needed. */
export class LoginCancelled extends Error {}

/**
 * The login of each kind of person. A login returns the person, or null when the ID is unknown or the password wrong.
 * @throws DataError when the credentials cannot be checked, LoginRefused, LoginCancelled.
 */
export type SignIn = {
  mainAdmin: (credentials: Credentials) => Promise<Person | null>;
  attendant: (credentials: Credentials & { project: ProjectId }) => Promise<Person | null>;
  /** Admin of a customer site; the profile `specified` also admits the site's attendants (document 1 §6). */
  admin: (credentials: Credentials & { project: string }) => Promise<Person | null>;
  /** Dispatch operators of 721075. */
  operator: (credentials: Credentials) => Promise<Person | null>;
  /** The administrator of 721075. */
  dispatchAdmin: (credentials: Credentials) => Promise<Person | null>;
  /** The taxi administrator, checked first at the chauffeurs' login: the ID alone is enough (document 2 §6). */
  chauffeurAdminById: (userId: string) => Person | null;
  /** A chauffeur, or the taxi administrator with a password. */
  chauffeur: (credentials: Credentials & { project: string }) => Promise<TaxiPerson | null>;
  aseAdmin: (credentials: Credentials) => Promise<Person | null>;
  /** An employee; in the profile `specified` the ID is enough (document 2 §6). */
  aseEmployee: (credentials: Credentials) => Promise<Person | null>;
  /**
   * Signs in with an account, by its e-mail address or username; the browser then stores it.
   * @throws DataError with the provider's message when it is refused.
   */
  account: (credentials: { emailOrUsername: string; password: string }) => Promise<void>;
};

export type TaxiPerson = { kind: "chauffeur" | "chauffeur-admin"; person: Person };
