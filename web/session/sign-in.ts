/** What both security profiles offer: how each kind of person logs in (decisions §3 and §4). */
import type { ProjectId } from "#shared/paths.ts";

/** Somebody whose credentials were right. */
export type Person = { userId: string; displayName: string | null };

/**
 * One way to log in per kind. Each answers the person, or null when the ID is unknown or the password wrong.
 * @throws DataError when the database cannot be asked.
 */
export type SignIn = {
  mainAdmin: (credentials: { userId: string; password: string }) => Promise<Person | null>;
  attendant: (credentials: { userId: string; password: string; project: ProjectId }) => Promise<Person | null>;
  /** Admin of a customer site; its attendants' accounts are let in too (document 1 §6). */
  admin: (credentials: { userId: string; password: string; project: string }) => Promise<Person | null>;
  /** Dispatch operators of 721075. */
  operator: (credentials: { userId: string; password: string }) => Promise<Person | null>;
  /** The administrator of 721075. */
  dispatchAdmin: (credentials: { userId: string; password: string }) => Promise<Person | null>;
  chauffeur: (credentials: { userId: string; password: string; project: string }) => Promise<Person | null>;
  /** Asked before `chauffeur`: whether these credentials are the taxi administrator's, who may need no password. */
  chauffeurAdmin: (credentials: { userId: string; password: string; project: string }) => Promise<Person | null>;
  aseAdmin: (credentials: { userId: string; password: string }) => Promise<Person | null>;
  /** Employees of the ambulance service have an ID and no password (document 2 §6). */
  aseEmployee: (credentials: { userId: string }) => Promise<Person | null>;
  /**
   * Signs in with an account, by its e-mail or its username; afterwards the browser holds it.
   * @throws DataError with the provider's message when it is refused.
   */
  account: (credentials: { emailOrUsername: string; password: string }) => Promise<void>;
};
