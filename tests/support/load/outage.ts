// Answers that people get while the database is away, by every service: asserted by tests/faults, measured by bench.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import {
  type Attendant,
  FORWARDED_FOR,
  logInAttendants,
  newAddress,
  parkingOf,
  PHOTOS,
  plainClient,
  shiftOf,
  startWriters,
} from "#tests/support/rows/writes.ts";
import { READINESS_SETTLED } from "#tests/support/run/patience.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";

/** The pause between two rounds of the same questions while the database is gone. */
const ASK_EVERY_MS = 250;

/** An answer: the question, the HTTP status (0 without an answer), its text, and its time in milliseconds. */
export type Told = { what: string; status: number; message: string; ms: number };

export type OutageReport = {
  /** Answers while the database was away. */
  meanwhile: Told[];
  /** Answers to the same questions before the outage and after it. */
  before: Told[];
  after: Told[];
  /** Answers of /healthz, /readyz and a page of the front end during the outage. */
  health: number;
  readiness: unknown;
  page: number;
  /** Statuses of a live channel over the whole time, and the milliseconds from the database's return until it was joined again. */
  channel: string[];
  rejoinMs: number;
  /** Milliseconds from the database's return (it takes connections) to the first good answer to a write. */
  recoveryMs: number;
  /** Number of refusals that writers got. */
  refusals: number;
};

/** Number of attendants who write: enough for ten seconds of refused photos, each of which counts against an attendant's limit. */
const ATTENDANTS = 12;

/** Stops the database for `goneMs` milliseconds, while writers write, a channel is live, and a visitor and an attendant try everything. */
export async function endureOutage(product: RunningProduct, goneMs: number): Promise<OutageReport> {
  const [attendant, ...writing] = await logInAttendants(product.profile, product, ATTENDANTS);
  if (!attendant) throw new Error("Nobody logged in.");
  const client = plainClient(product.url, product.publishableKey, {}, attendant.token);
  const channel = await follow(client);
  await channel.reaches("SUBSCRIBED");
  const questions = await prepareQuestions(product, client, attendant);
  const before = await askAll(questions);
  const writers = startWriters(product, writing);
  await writers.further(20);

  const trouble = writers.trouble();
  await product.stopDatabase();
  const stopped = performance.now();
  await trouble;
  const health = (await fetch(`${product.url}/healthz`)).status;
  // The server repeats a good answer about its database for a moment, so /readyz is asked until it says the fault.
  let readiness = await readinessOf(product.url);
  while (readiness.status === "ready" && performance.now() - stopped < goneMs + READINESS_SETTLED.timeout) {
    await pause(ASK_EVERY_MS);
    readiness = await readinessOf(product.url);
  }
  const page = (await fetch(`${product.url}/`)).status;
  const meanwhile: Told[] = [];
  while (meanwhile.length === 0 || performance.now() - stopped < goneMs) {
    meanwhile.push(...(await askAll(questions)));
    await pause(ASK_EVERY_MS);
  }
  const known = channel.statuses.length;
  await product.startDatabase();
  const back = performance.now();
  await writers.further(20);
  await writers.stop();
  const recoveryMs = Math.max(0, writers.recoveredAt() - back);
  await channel.reaches("SUBSCRIBED", known);
  const rejoinMs = performance.now() - back;
  const after = await askAll(questions);
  const visitor = plainClient(product.url, product.publishableKey);
  // A change during a gap reaches no follower: the client is told of the gap and joins again, so another parking is inserted.
  for (let isHeard = false; !isHeard;) {
    const told = channel.statuses.length;
    const id = randomUUID();
    await visitor.from("parkings").insert(parkingOf(id));
    isHeard = await channel.hears(id, told);
    if (!isHeard) await channel.reaches("SUBSCRIBED", told);
  }
  const statuses = [...channel.statuses];
  await client.removeAllChannels();
  await client.realtime.disconnect();
  const refusals = writers.refused.length;
  return { meanwhile, before, after, health, readiness, page, channel: statuses, rejoinMs, recoveryMs, refusals };
}

type Answer = { error: { message: string; status?: number | undefined } | null; status?: number };

async function follow(client: SupabaseClient) {
  const statuses: string[] = [];
  const heard = new Set<string>();
  // The token is set first, since supabase-js would otherwise send its first join before it has asked for the token.
  await client.realtime.setAuth();
  client
    .channel("outage")
    .on("postgres_changes", { event: "*", schema: "public", table: "parkings" }, ({ new: row }) => {
      heard.add((row as { id: string }).id);
    })
    .subscribe((status) => statuses.push(status));
  return {
    statuses,
    /**
     * Waits until the channel has received the parking. Gives false when the channel was told of a gap after its first `known` statuses.
     */
    async hears(id: string, known: number) {
      while (!heard.has(id) && statuses.length === known) await pause(5);
      return heard.has(id);
    },
    /** Waits for a status that comes after the first `known` statuses. */
    async reaches(wanted: string, known = 0) {
      while (!statuses.slice(known).includes(wanted)) await pause(5);
    },
  };
}

async function readAnswer(answer: Response): Promise<Answer> {
  const message = await answer.text();
  return { status: answer.status, error: answer.ok ? null : { message } };
}

type Questions = Record<string, () => PromiseLike<Answer>>;

/** All questions that screens ask, as a visitor and as an attendant whose shift has a photo. */
async function prepareQuestions(
  product: RunningProduct,
  client: SupabaseClient,
  { userId, folder }: Attendant,
): Promise<Questions> {
  const visitor = plainClient(product.url, product.publishableKey);
  const images = client.storage.from(PHOTOS);
  const store = async (path: string) => images.upload(path, await noisyPng(10), { contentType: "image/png" });
  const photo = `${folder}/${randomUUID()}.png`;
  await store(photo);
  await client.from("shift_registrations").insert(shiftOf(randomUUID(), userId, [photo, `${photo}-2`]));
  const sign = () => images.createSignedUrls([photo], 3600);
  // In the profile `hardened` only readers of the shift may see its photos, so pages show signed addresses.
  const shown =
    product.profile === "hardened" ? (await sign()).data?.[0]?.signedUrl : images.getPublicUrl(photo).data.publicUrl;
  return {
    "read a list": () => client.from("main_page_sites").select("id").limit(1).retry(false),
    search: () => client.rpc("search_parkings", { query: "volvo" }).retry(false),
    "register a parking": () =>
      visitor.from("parkings").insert(parkingOf(randomUUID())).setHeader(FORWARDED_FOR, newAddress()),
    "change a row": () => client.from("units").update({ location: "Kajen" }).eq("unit_number", "none").retry(false),
    // This question goes without supabase-js, which hides the text of a 503.
    "sign in": () =>
      fetch(`${product.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: {
          apikey: product.publishableKey,
          "Content-Type": "application/json",
          [FORWARDED_FOR]: newAddress(),
        },
        body: JSON.stringify({ email: "agent@parkering.example", password: "Agent-7410" }),
      }).then(readAnswer),
    "store a photo": () => store(`${folder}/${randomUUID()}.png`),
    "sign a photo's address": sign,
    "read a photo": () => fetch(shown ?? product.url).then(readAnswer),
  };
}

/** Asks all questions, one after the other. */
async function askAll(questions: Questions): Promise<Told[]> {
  const told: Told[] = [];
  for (const [what, ask] of Object.entries(questions)) {
    const asked = performance.now();
    const { error, status } = await ask();
    const ms = performance.now() - asked;
    told.push({ what, status: error?.status ?? status ?? 200, message: error?.message ?? "", ms });
  }
  return told;
}
