// Gives every request an ID, which stands in the log and in the answer, so that a person who reports an error can name it.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const REQUEST_ID = "X-Request-Id";

/** Place of the ID in the request itself: entries of a WeakMap are looked through by each collection of garbage. */
const ID = Symbol("request ID");

/** The ID of a request, made when it is first asked for: twelve letters that can be read aloud. */
export function requestId(incoming: IncomingMessage & { [ID]?: string }): string {
  return (incoming[ID] ??= randomUUID().slice(-12));
}
