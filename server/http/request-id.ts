// Gives every request an ID, which stands in the log and in the answer, so that a person who reports an error can name it.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

export const REQUEST_ID = "X-Request-Id";

const ids = new WeakMap<IncomingMessage, string>();

/** The ID of a request, made when it is first asked for: twelve letters that can be read aloud. */
export function requestId(incoming: IncomingMessage): string {
  const known = ids.get(incoming);
  if (known !== undefined) return known;
  const id = randomUUID().slice(-12);
  ids.set(incoming, id);
  return id;
}
