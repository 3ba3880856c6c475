// What people meet while the database is gone, by every way in: asserted by tests/faults, measured by bench.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { RunningProduct } from "./product.ts";
import { noisyPng, parkingOf, PHOTOS, plainClient, startWriters } from "./writes.ts";

/** One answer: what was asked, the HTTP status (0: none), its words, and how long it took in milliseconds. */
export type Told = { what: string; status: number; message: string; ms: number };

export type OutageReport = {
  /** Answers while the database was gone. */
  meanwhile: Told[];
  /** The same questions before and afterwards. */
  before: Told[];
  after: Told[];
  /** What /healthz and a page of the front end answered meanwhile. */
  health: number;
  page: number;
  /** Statuses of a live channel over the whole time, and the milliseconds from the database's return until it was joined again. */
  channel: string[];
  rejoinMs: number;
  /** Milliseconds from the database's return (it takes connections) to the first good answer to a write. */
  recoveryMs: number;
  /** Milliseconds that writers waited for an answer meanwhile. */
  refusals: number;
};

/** Stops the database for `goneMs` milliseconds under writers, a live channel and people who try everything. */
export async function endureOutage(product: RunningProduct, goneMs: number): Promise<OutageReport> {
  const client = plainClient(product.url, product.publishableKey);
  const channel = follow(client);
  await channel.reaches("SUBSCRIBED");
  const photo = `vakt01/${randomUUID()}.png`;
  await client.storage.from(PHOTOS).upload(photo, noisyPng(10), { contentType: "image/png" });
  const before = await tryEverything(product, photo);
  const writers = startWriters(product);
  await writers.further(20);

  const trouble = writers.trouble();
  await product.stopDatabase();
  const stopped = performance.now();
  await trouble;
  const health = (await fetch(`${product.url}/healthz`)).status;
  const page = (await fetch(`${product.url}/`)).status;
  const meanwhile: Told[] = [];
  while (meanwhile.length === 0 || performance.now() - stopped < goneMs) {
    meanwhile.push(...(await tryEverything(product, photo)));
    await pause(250);
  }
  const known = channel.statuses.length;
  await product.startDatabase();
  const back = performance.now();
  await writers.further(20);
  await writers.stop();
  const recoveryMs = Math.max(0, writers.recoveredAt() - back);
  await channel.reaches("SUBSCRIBED", known);
  const rejoinMs = performance.now() - back;
  const after = await tryEverything(product, photo);
  const statuses = [...channel.statuses];
  await client.removeAllChannels();
  await client.realtime.disconnect();
  const refusals = writers.refused.length;
  return { meanwhile, before, after, health, page, channel: statuses, rejoinMs, recoveryMs, refusals };
}

type Answer = { error: { message: string; status?: number | undefined } | null; status?: number };

function follow(client: SupabaseClient) {
  const statuses: string[] = [];
  client
    .channel("outage")
    .on("postgres_changes", { event: "*", schema: "public", table: "parkings" }, () => undefined)
    .subscribe((status) => statuses.push(status));
  return {
    statuses,
    /** Waits for a status after the first `known` ones. */
    async reaches(wanted: string, known = 0) {
      while (!statuses.slice(known).includes(wanted)) await pause(5);
    },
  };
}

async function readAnswer(answer: Response): Promise<Answer> {
  const message = await answer.text();
  return { status: answer.status, error: answer.ok ? null : { message } };
}

/** Asks everything that a screen asks, one after the other. */
async function tryEverything(product: RunningProduct, photo: string): Promise<Told[]> {
  const client = plainClient(product.url, product.publishableKey);
  const images = client.storage.from(PHOTOS);
  const questions: Record<string, () => PromiseLike<Answer>> = {
    "read a list": () => client.from("main_page_sites").select("id").limit(1).retry(false),
    search: () => client.rpc("search_parkings", { query: "volvo" }).retry(false),
    "register a parking": () => client.from("parkings").insert(parkingOf(randomUUID())),
    "change a row": () => client.from("units").update({ location: "Kajen" }).eq("unit_number", "none").retry(false),
    // The client keeps the words of a 503 to itself.
    "sign in": () =>
      fetch(`${product.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: product.publishableKey, "Content-Type": "application/json" },
        body: JSON.stringify({ email: "agent@parkering.example", password: "Agent-7410" }),
      }).then(readAnswer),
    "store a photo": () => images.upload(`vakt01/${randomUUID()}.png`, noisyPng(10), { contentType: "image/png" }),
    "read a photo": () => fetch(images.getPublicUrl(photo).data.publicUrl).then(readAnswer),
  };
  const told: Told[] = [];
  for (const [what, ask] of Object.entries(questions)) {
    const asked = performance.now();
    const { error, status } = await ask();
    const ms = performance.now() - asked;
    told.push({ what, status: error?.status ?? status ?? 200, message: error?.message ?? "", ms });
  }
  return told;
}
