/**
 * Delivers the outbox where no process of the server does: on hosted Supabase, called each minute by cron (docs/messages.md). The file
 * serves two places: `index.ts` starts it there, and a test runs it against the server.
 */
import { failureOf, noteFailure, readAnswer, Refusal, type Surroundings } from "../create-admin-user/surroundings.ts";
import { channelsOf, type Means, type Outcome, PATIENCE, sendMessage, type TakenMessage } from "./send.ts";

export type DeliverySurroundings = Pick<Surroundings, "supabaseUrl" | "secretKey" | "fetch"> & Omit<Means, "patience">;

/** Most messages under way at a time. */
const AT_ONCE = 6;
/** Lease of a message, longer than any attempt takes. */
const LEASE_SECONDS = 120;
/** Time after which a call ends, since the next call comes a minute later. */
const LONGEST_MS = 50_000;
const DOWN = "The database does not answer. Please try again.";

/**
 * Answers POST with `Authorization: Bearer <the secret>` once nothing is due any more, or after 50 s: `{ sent, later, givenUp }`, how many there
 * were of each; a mail server or Discord that fails is one of them, for the message to be tried again. 401 for another secret than the
 * database keeps the hash of, 405 for another method, 502 when the database does not answer.
 */
export async function handleDeliverMessages(request: Request, surroundings: DeliverySurroundings): Promise<Response> {
  if (request.method !== "POST") return Response.json({ error: "Only POST is answered" }, { status: 405 });
  const secret = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  try {
    return Response.json(await deliverAll(secret, surroundings));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Response.json({ error: error.message }, { status: error.status });
  }
}

const COUNTED = { sent: "sent", later: "later", "given-up": "givenUp" } as const;

async function deliverAll(secret: string, surroundings: DeliverySurroundings) {
  const told = { sent: 0, later: 0, givenUp: 0 };
  const end = Date.now() + LONGEST_MS;
  // Without a mail server, mail stays in the outbox.
  const channels = channelsOf(surroundings.mailer);
  const wish = {
    secret,
    channels,
    most: AT_ONCE,
    lease_seconds: LEASE_SECONDS,
    own_address: surroundings.publicUrl,
  };
  while (Date.now() < end) {
    // oxlint-disable-next-line no-await-in-loop -- the next ones wait for these
    const messages = (await call("take_messages", wish, surroundings)) as TakenMessage[];
    if (messages.length === 0) break;
    // oxlint-disable-next-line no-await-in-loop
    const outcomes = await Promise.all(messages.map((message) => deliver(message, secret, surroundings)));
    for (const { is } of outcomes) told[COUNTED[is]] += 1;
  }
  return told;
}

async function deliver(message: TakenMessage, secret: string, surroundings: DeliverySurroundings): Promise<Outcome> {
  const outcome = await sendMessage(message, { ...surroundings, patience: PATIENCE });
  const later = outcome.is === "later" ? outcome : null;
  const settled = {
    secret,
    message: message.id,
    attempt: message.attempts,
    outcome: outcome.is,
    wait_ms: later?.waitMs ?? 0,
    error: outcome.is === "sent" ? null : outcome.error,
    held_back: later?.holdsBack === true ? message.hook_id : null,
  };
  await call("settle_message", settled, surroundings);
  return outcome;
}

async function call(name: string, args: object, { supabaseUrl, secretKey, fetch }: DeliverySurroundings) {
  const headers = { apikey: secretKey, Authorization: `Bearer ${secretKey}`, "Content-Type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(args) };
  const request = new Request(`${supabaseUrl}/rest/v1/rpc/${name}`, init);
  try {
    const answer = await fetch(request);
    if (answer.status === 401 || answer.status === 403) throw new Refusal(401, "This is not the secret");
    if (!answer.ok) throw failureOf(request, answer, DOWN);
    return await readAnswer(request, answer);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    noteFailure(request, error);
    throw new Refusal(502, DOWN);
  }
}
