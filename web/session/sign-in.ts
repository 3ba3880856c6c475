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
};
