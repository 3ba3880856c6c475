import { DataError, isUnreachable } from "../data-error.ts";

/** A file of the queue is missing: the browser has deleted it. */
export class FileGone extends Error {}

/** The fate of an entry that was not sent: it waits for a person, for the next try, or with all others for a network or a login. */
export type Fate = "refused" | "later" | "stop";

const UNAUTHORIZED = 401;
const SERVER_FAILS = 500;

/** Decides the fate of an entry by the error of its call (document 4 §6). An ended login is no refusal: the queue continues after the next one. */
export function fateOf(error: unknown): Fate {
  if (error instanceof FileGone) return "refused";
  if (isUnreachable(error)) return "stop";
  if (!(error instanceof DataError)) return "later";
  if (error.status === UNAUTHORIZED || error.code === "rate-limited") return "stop";
  return error.status >= 400 && error.status < SERVER_FAILS ? "refused" : "later";
}
