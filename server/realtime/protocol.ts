/** Frames of the Phoenix protocol as `@supabase/realtime-js` speaks it: decode, validate, encode. Pure, no sockets. */
import * as v from "valibot";

import { ROUTES } from "#server/http/bounds.ts";

/** Serializer versions that the client can ask for with `?vsn=`: objects (1.0.0) or arrays (2.0.0). */
export const PROTOCOL_VERSIONS = ["1.0.0", "2.0.0"] as const;
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number];

/** Largest frame that a client may send, in bytes. A join with 100 bindings and a token stays far below. */
export const MAX_FRAME_BYTES = ROUTES["GET /realtime/v1/websocket"].bytes;
/** Most bindings that one channel may ask for. */
export const MAX_BINDINGS = 100;

const ref = v.nullish(v.pipe(v.string(), v.maxLength(64)), null);
const topic = v.pipe(v.string(), v.minLength(1), v.maxLength(255));
const event = v.pipe(v.string(), v.minLength(1), v.maxLength(255));
const payload = v.custom<Record<string, unknown>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "not an object",
);

const frameSchema = v.object({ join_ref: ref, ref, topic, event, payload });

/** A message from a client, whichever serializer the client used. */
export type ClientFrame = v.InferOutput<typeof frameSchema>;

const name = v.pipe(v.string(), v.maxLength(255));
const bindingSchema = v.object({
  event: v.picklist(["*", "INSERT", "UPDATE", "DELETE"]),
  schema: v.nullish(name),
  table: v.nullish(name),
  filter: v.nullish(v.pipe(v.string(), v.maxLength(8192))),
});
const joinSchema = v.object({
  // The client always sends broadcast and presence; both are accepted here, and refused when they are used.
  config: v.optional(
    v.object({
      private: v.optional(v.boolean(), false),
      postgres_changes: v.optional(v.pipe(v.array(bindingSchema), v.maxLength(MAX_BINDINGS)), []),
    }),
    {},
  ),
  access_token: v.nullish(v.string(), null),
});
const tokenSchema = v.object({ access_token: v.nullish(v.string(), null) });

/** Bindings that a client asked for, letter for letter: the reply must echo them, or the client refuses the channel. */
export type BindingRequest = v.InferOutput<typeof bindingSchema>;
export type JoinRequest = { private: boolean; bindings: BindingRequest[]; accessToken: string | null };

/** A message could not be understood; `message` is fit to be shown to the client. */
export class FrameError extends Error {
  override name = "FrameError";
}

/**
 * Reads one text frame.
 * @throws {FrameError} when it is no JSON or not shaped as a Phoenix message
 */
export function decodeFrame(text: string, version: ProtocolVersion): ClientFrame {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new FrameError("not JSON");
  }
  if (version === "2.0.0") {
    if (!Array.isArray(raw) || raw.length !== 5) throw new FrameError("not an array of five");
    const [join_ref, messageRef, messageTopic, messageEvent, messagePayload] = raw as unknown[];
    raw = {
      join_ref,
      ref: messageRef,
      topic: messageTopic,
      event: messageEvent,
      payload: messagePayload,
    };
  }
  const parsed = v.safeParse(frameSchema, raw);
  if (!parsed.success) throw new FrameError(describe(parsed.issues));
  return parsed.output;
}

/**
 * Reads the payload of `phx_join`.
 * @throws {FrameError} naming the field that is wrong
 */
export function parseJoin(body: unknown): JoinRequest {
  const parsed = v.safeParse(joinSchema, body);
  if (!parsed.success) throw new FrameError(`join refused: ${describe(parsed.issues)}`);
  const { config, access_token } = parsed.output;
  return {
    private: config.private ?? false,
    bindings: config.postgres_changes ?? [],
    accessToken: access_token,
  };
}

/**
 * Reads the payload of an `access_token` event; null when the client signed out.
 * @throws {FrameError} when the token is no text
 */
export function parseAccessToken(body: unknown): string | null {
  const parsed = v.safeParse(tokenSchema, body);
  if (!parsed.success) throw new FrameError(describe(parsed.issues));
  return parsed.output.access_token;
}

/** Writes a message for a client. With null for `joinRef` the message reaches the current join of the topic. */
export function encodeFrame(
  version: ProtocolVersion,
  message: { joinRef: string | null; ref: string | null; topic: string; event: string; payload: unknown },
): string {
  const { joinRef, topic: to, event: what, payload: body } = message;
  return version === "2.0.0"
    ? JSON.stringify([joinRef, message.ref, to, what, body])
    : JSON.stringify({ topic: to, event: what, payload: body, ref: message.ref, join_ref: joinRef });
}

/**
 * Writes a `postgres_changes` message around `data`, which is JSON already: a row of 20 kB is written once
 * and not once a subscriber.
 */
export function encodeChange(version: ProtocolVersion, to: string, ids: readonly number[], data: string): string {
  const body = `{"ids":[${ids.join(",")}],"data":${data}}`;
  const quoted = JSON.stringify(to);
  return version === "2.0.0"
    ? `[null,null,${quoted},"postgres_changes",${body}]`
    : `{"topic":${quoted},"event":"postgres_changes","payload":${body},"ref":null,"join_ref":null}`;
}

function describe(issues: readonly v.BaseIssue<unknown>[]): string {
  const issue = issues[0];
  if (!issue) return "not understood";
  const path = v.getDotPath(issue);
  return path ? `${path}: ${issue.message}` : issue.message;
}
