// Reads bodies up to their bound, also chunked bodies that do not say their length; compressed bodies are refused. Reads JSON, and refuses
// values that PostgreSQL cannot store: a NUL or half of a surrogate pair ends in an error of the database that says nothing to people, and
// deep nesting costs a stack. Contract tests: tests/backend/bad-input/accounts.test.ts, tests/backend/bad-input/storage.test.ts.
//
// Nothing reads a body before a service asks for it here: the caller, the route and the right are known by then.
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { takeBytes } from "./in-flight.ts";
import { Refusal } from "./refusal.ts";
import { incomingOf } from "./request-log.ts";
import { ROUTES } from "./bounds.ts";

/** The refusal of a body with more than `mostBytes` bytes. It has the words of all services, since their clients read different fields. */
export const tooLarge = (mostBytes: number): Refusal =>
  refuse(413, "Payload too large", `The body is larger than ${mostBytes} bytes.`);

/**
 * The refusal of a body with a `Content-Encoding`, since nothing here unpacks one, and its size would say nothing. Null for a body without
 * one.
 */
export function refuseCompressed(encoding: string | undefined): Refusal | null {
  const isPlain = ["", "identity"].includes(encoding?.trim().toLowerCase() ?? "");
  const headers = { ...CLOSE, "Accept-Encoding": "identity" };
  return isPlain ? null : refuse(415, "Unsupported media type", "A compressed body is not supported.", headers);
}

/** The refusal of a body that does not say how long it is. */
export const withoutLength = (): Refusal =>
  // The connection is not closed at once: a client that still sends has half a second to read the answer (in-flight.ts).
  refuse(411, "Length required", "The body must say how long it is (Content-Length).", {});

/** The rest of the body is not read, so the connection cannot carry another request. */
const CLOSE = { Connection: "close" };

function refuse(status: number, error: string, message: string, headers: Record<string, string> = CLOSE): Refusal {
  const code = String(status);
  const words = { code, message, statusCode: code, error, details: null, hint: null, msg: message };
  return new Refusal(status, code, message, { headers, ...words });
}

/**
 * Reads the bytes of a request's body; `incoming` is null for a call from inside the server. Throws a Refusal for a body that is too large,
 * is compressed or finds no room (in-flight.ts), and an UnreadableError when the caller leaves before its end.
 */
export async function readWhole(
  request: Request,
  incoming: IncomingMessage | null,
  mostBytes: number,
): Promise<Uint8Array> {
  const refusal = refuseCompressed(request.headers.get("content-encoding") ?? undefined);
  if (refusal !== null) throw refusal;
  const bytes = incoming === null ? new Uint8Array(await request.arrayBuffer()) : await readBody(incoming, mostBytes);
  if (bytes === null || bytes.byteLength > mostBytes) throw tooLarge(mostBytes);
  return bytes;
}

const held = new WeakSet<Request>();

/** Reads the body of a context's request now, so that the next handler reads it from memory. Throws as `readWhole` does. */
export async function holdBody(context: Context, mostBytes: number): Promise<void> {
  const { raw } = context.req;
  if (held.has(raw) || raw.method === "GET" || raw.method === "HEAD") return;
  const bytes = await readWhole(raw, incomingOf(context), mostBytes);
  replaceRequest(context, withBody(raw, bytes));
}

/** Gives the next handler another request in place of this one, whose body was read: nobody reads from the connection again. */
export function replaceRequest(context: Context, request: Request): void {
  context.req.raw = request;
  held.add(request);
}

/** The same request with a body that was read. */
export function withBody({ url, method, headers }: Request, bytes: Uint8Array): Request {
  const own = new Headers(headers);
  for (const name of ["content-length", "transfer-encoding"]) own.delete(name);
  return new Request(url, { method, headers: own, ...(bytes.byteLength > 0 ? { body: bytes as BodyInit } : {}) });
}

/**
 * Reads the bytes of a body; null as soon as there are more than may be. Rejects with a Refusal when work under way leaves no room for the
 * body, and with UnreadableError when the caller leaves before its end.
 */
export function readBody(incoming: IncomingMessage, mostBytes: number): Promise<Uint8Array | null> {
  const told = incoming.headers["content-length"];
  if (Number(told ?? 0) > mostBytes) return Promise.resolve(null);
  // The caller left during an earlier wait: no event will tell it any more.
  if (incoming.destroyed) return Promise.reject(endedEarly());
  return new Promise((resolve, reject) => {
    if (told !== undefined) takeBytes(incoming, Number(told));
    const body = new Gathered(mostBytes, (bytes) => told === undefined && takeBytes(incoming, bytes));
    const stop = () => {
      incoming.removeAllListeners("data");
      incoming.resume();
    };
    incoming.on("data", (chunk: Buffer) => {
      try {
        if (body.add(chunk)) {
          if (told === undefined || body.bytes.byteLength < Number(told)) restATurn(incoming);
          return;
        }
        resolve(null);
      } catch (error) {
        reject(error);
      }
      stop();
    });
    incoming.on("end", () => resolve(body.bytes));
    incoming.on("error", () => reject(endedEarly()));
    incoming.on("close", () => {
      if (!incoming.complete) reject(endedEarly());
    });
  });
}

/**
 * Lets others have their turn after a piece of a body. Node reads up to two megabytes of one connection without a pause: beside two callers
 * who send 6 MB, everybody else would wait 45 ms for each read, and waits 10 ms with this pause.
 */
function restATurn(incoming: IncomingMessage): void {
  incoming.pause();
  setImmediate(() => incoming.resume());
}

/**
 * Number of pieces that a body may come in, whatever their size. A body of more pieces must have at least LEAST_PIECE bytes in each on
 * average.
 */
const FREE_PIECES = 1000;
const LEAST_PIECE = 32;
const FIRST_ROOM = 4096;

/** Bytes of a body, gathered in one piece of memory. A list of pieces would cost far more: 300 MB for a million pieces of one byte. */
class Gathered {
  readonly #most: number;
  readonly #take: (bytes: number) => void;
  #room = Buffer.alloc(0);
  #size = 0;
  #pieces = 0;

  /** `take` is called with the bytes of memory before they are used; an error of it goes to the caller of `add`. */
  constructor(most: number, take: (bytes: number) => void) {
    this.#most = most;
    this.#take = take;
  }

  /** Adds a piece; false when there are more bytes than may be. Throws a Refusal for a body of many small pieces. */
  add(piece: Buffer): boolean {
    const size = this.#size + piece.byteLength;
    this.#pieces += 1;
    if (size > this.#most) return false;
    if (this.#pieces > FREE_PIECES && size < this.#pieces * LEAST_PIECE)
      throw refuse(400, "Bad request", "The body comes in too many small pieces.");
    if (size > this.#room.byteLength) this.#grow(Math.min(this.#most, Math.max(size, 2 * this.#size, FIRST_ROOM)));
    piece.copy(this.#room, this.#size);
    this.#size = size;
    return true;
  }

  #grow(room: number): void {
    this.#take(room - this.#room.byteLength);
    const larger = Buffer.allocUnsafeSlow(room);
    this.#room.copy(larger, 0, 0, this.#size);
    this.#room = larger;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size);
  }
}

const endedEarly = () => new UnreadableError("The body ended too early.");

/** Deepest nesting of objects and lists; the product sends three levels. */
const MAX_DEPTH = 100;

/**
 * Most values and names of a body: two hundred rows of thirty columns, three times over. A million values take a second, in which nobody
 * else is answered.
 */
const MAX_VALUES: number = ROUTES["POST /rest/v1/<table>"].values;

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Throws UnreadableError for a body that holds more than `most` values, before it is parsed: a value stands behind a comma or a bracket. */
export function refuseManyValues(body: Uint8Array, most = MAX_VALUES): void {
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at];
    if (sign === QUOTE) at = endOfText(body, at);
    else if ((sign === COMMA || sign === LIST || sign === OBJECT) && (values += 1) > most)
      throw new UnreadableError(`The body holds more than ${most} values.`);
  }
}

/** Place of the quote that ends the text which begins at `start`: the next one with an even number of backslashes before it. */
function endOfText(body: Uint8Array, start: number): number {
  for (let end = body.indexOf(QUOTE, start + 1); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (body[before] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return body.length;
}

const HALF_PAIR = /\p{Surrogate}/u;

/** A body that cannot be read; `message` says why, for people. */
export class UnreadableError extends Error {
  override name = "UnreadableError";
}

/** Throws UnreadableError for a text that PostgreSQL cannot store. */
export function refuseBrokenText(text: string): void {
  if (text.includes("\0")) throw new UnreadableError("A text must not contain the character NUL.");
  if (HALF_PAIR.test(text))
    throw new UnreadableError("A text contains half of a surrogate pair, which is no character.");
}

/**
 * Throws UnreadableError for a value that is nested too deeply, or holds a broken text or a number that is too large. The walk goes level
 * by level, since a recursion would break at deep values.
 */
export function refuseBrokenValue(value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new UnreadableError(`The value is nested deeper than ${MAX_DEPTH} levels.`);
    const inner: unknown[] = [];
    for (const item of level) {
      if (typeof item === "string") refuseBrokenText(item);
      // JSON.parse reads `1e400` as Infinity, which JSON.stringify writes as null.
      else if (typeof item === "number" && !Number.isFinite(item)) throw new UnreadableError("A number is too large.");
      else if (typeof item === "object" && item !== null) for (const part of parts(item)) inner.push(part);
    }
    level = inner;
  }
}

const parts = (value: object): unknown[] =>
  Array.isArray(value) ? value : [...Object.keys(value), ...(Object.values(value) as unknown[])];

/**
 * Parses the object of a body. Throws UnreadableError for a body that is no object, holds too many values, or holds a value that cannot be
 * stored.
 */
export function parseObject(text: string): Record<string, unknown> {
  refuseManyValues(Buffer.from(text));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableError("The body is not JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UnreadableError("The body must be a JSON object.");
  refuseBrokenValue(value);
  return value as Record<string, unknown>;
}
