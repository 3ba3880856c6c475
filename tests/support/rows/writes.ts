// A stream of writes by people, through the unmodified supabase-js, and a check whether everything acknowledged exists afterwards.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { WebSocket } from "ws";
import type { SecurityProfile } from "#contract/states.ts";
import { openPool } from "#server/database/driver/connect.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { SMALL_PNG, noisyPng } from "#tests/support/rows/real-photos.ts";

/** Name of the bucket for photos of shifts (document 1 §7). */
export const PHOTOS = "shift-images";

/** Rows and photos that the server acknowledged: keys of rows by table, and bytes of photos by path. */
export type Acknowledged = {
  parkings: string[];
  contact_messages: string[];
  shift_registrations: string[];
  photos: Map<string, Buffer>;
};

/** An answer that is no acknowledgement: its HTTP status (0 without an answer) and its text. */
export type Refused = { at: number; status: number; message: string };

export type Writers = {
  acknowledged: Acknowledged;
  refused: Refused[];
  /** Waits until a write is refused. */
  trouble(): Promise<void>;
  /** Waits until a write is refused, or `count` further ones are acknowledged, and says whether one was refused. */
  troubleWithin(count: number): Promise<boolean>;
  /** Time of the first acknowledgement after the last refusal, as `performance.now()` gives it; NaN when none came. */
  recoveredAt(): number;
  /** Waits until `count` further writes were refused. */
  refusals(count: number): Promise<void>;
  /** Waits for `count` further acknowledgements. */
  further(count: number): Promise<void>;
  /** Ends the stream, after the calls under way are answered. */
  stop(): Promise<void>;
};

type Target = { url: string; publishableKey: string };

/** An attendant of `ostra-hamnen` who registers shifts: the ID, the folder of the photos, and the token of a login in `hardened`. */
export type Attendant = { userId: string; folder: string; token: string | null };

const DEMO_ATTENDANT: Attendant = { userId: "vakt01", folder: "vakt01", token: null };

/** Logs so many new attendants in. In `specified`, which has no logins, the demo's attendant stands for all of them. */
export async function logInAttendants(
  profile: SecurityProfile,
  { databaseUrl }: { databaseUrl: string },
  count: number,
): Promise<Attendant[]> {
  if (profile === "specified") return Array.from({ length: count }, () => DEMO_ATTENDANT);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const database = openPool(databaseUrl, { name: "tests", max: 1 });
  const attendants: Attendant[] = [];
  for (let n = 0; n < count; n += 1) {
    const userId = `vakt-${randomUUID().slice(0, 8)}`;
    const { accountId, token } = await makePerson(
      { sql, database },
      { kind: "attendant", project: "ostra-hamnen", userId },
    );
    attendants.push({ userId, folder: accountId, token });
  }
  await Promise.all([sql.end(), database.end()]);
  return attendants;
}

/** A network address that nobody else has, from the range for examples: limits of the profile `hardened` count by address. */
export const newAddress = (): string => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

/** Header that gives a request's network address, to a server that trusts this machine as a proxy. */
export const FORWARDED_FOR = "X-Forwarded-For";

/** Pause of a writer after an answer that is no acknowledgement, in milliseconds. */
const REST_MS = 20;

/**
 * Starts four people who register parkings, two who write messages, and two who register shifts with two photos, again and again. The
 * `attendants` register the shifts in turn, so that nobody sends more photos than one account may.
 */
export function startWriters(target: Target, attendants: readonly Attendant[] = [DEMO_ATTENDANT]): Writers {
  const acknowledged: Acknowledged = { parkings: [], contact_messages: [], shift_registrations: [], photos: new Map() };
  const refused: Refused[] = [];
  const over = new AbortController();
  const times: number[] = [];
  const note = (error: { message: string } | null, status: number, keep: () => void): boolean => {
    if (error) {
      refused.push({ at: performance.now(), status, message: error.message });
      return false;
    }
    keep();
    times.push(performance.now());
    return true;
  };
  const again = async (write: () => Promise<boolean>) => {
    while (!over.signal.aborted) if (!(await write())) await pause(REST_MS);
  };
  const visitor = plainClient(target.url, target.publishableKey);
  const row = (table: "parkings" | "contact_messages", make: (id: string) => object) => async () => {
    const id = randomUUID();
    const { error, status } = await visitor.from(table).insert(make(id)).setHeader(FORWARDED_FOR, newAddress());
    return note(error, status, () => acknowledged[table].push(id));
  };
  const turns = takeTurns(
    attendants.map(({ userId, folder, token }) => {
      const client = plainClient(target.url, target.publishableKey, { [FORWARDED_FOR]: newAddress() }, token);
      return { userId, folder, client };
    }),
  );
  const shift = async () => {
    const { userId, folder, client } = turns.next().value;
    const id = randomUUID();
    const paths = [`${folder}/${id}-1.png`, `${folder}/${id}-2.png`];
    for (const path of paths) {
      const bytes = await noisyPng(80);
      const { error } = await client.storage.from(PHOTOS).upload(path, bytes, { contentType: "image/png" });
      const status = error && "status" in error ? (error.status ?? 0) : 0;
      if (!note(error, status, () => acknowledged.photos.set(path, bytes))) return false;
    }
    const { error, status } = await client.from("shift_registrations").insert(shiftOf(id, userId, paths));
    return note(error, status, () => acknowledged.shift_registrations.push(id));
  };
  const people = [
    ...Array.from({ length: 4 }, () => again(row("parkings", parkingOf))),
    ...Array.from({ length: 2 }, () => again(row("contact_messages", messageOf))),
    ...Array.from({ length: 2 }, () => again(shift)),
  ];
  return {
    acknowledged,
    refused,
    async trouble() {
      for (const known = refused.length; refused.length === known; await pause(1));
    },
    async troubleWithin(count) {
      const [known, until] = [refused.length, times.length + count];
      while (refused.length === known) {
        if (times.length >= until) return false;
        await pause(1);
      }
      return true;
    },
    recoveredAt() {
      const last = refused.at(-1)?.at ?? Number.NaN;
      return times.find((at) => at > last) ?? Number.NaN;
    },
    async refusals(wanted) {
      for (const until = refused.length + wanted; refused.length < until; await pause(5));
    },
    async further(wanted) {
      for (const until = times.length + wanted; times.length < until; await pause(5));
    },
    async stop() {
      over.abort();
      await Promise.all(people);
    },
  };
}

function* takeTurns<T>(all: readonly T[]): Generator<T, never> {
  for (;;) yield* all;
}

/** Acknowledged rows and photos that are missing, read with the secret key: keys of rows, and paths of photos whose bytes differ. */
export async function findMissing(
  target: { url: string; secretKey: string },
  acknowledged: Acknowledged,
): Promise<string[]> {
  const client = plainClient(target.url, target.secretKey);
  const missing: string[] = [];
  for (const table of ["parkings", "contact_messages", "shift_registrations"] as const) {
    const there = new Set<string>();
    for (let page = 0; page * 1000 === there.size; page += 1) {
      const { data, error } = await client
        .from(table)
        .select("id")
        .order("id")
        .range(page * 1000, page * 1000 + 999);
      if (error) throw new Error(`${table} cannot be read: ${error.message}`);
      for (const { id } of data) there.add(String(id));
      if (data.length === 0) break;
    }
    missing.push(...acknowledged[table].filter((id) => !there.has(id)).map((id) => `${table} ${id}`));
  }
  for (const [path, bytes] of acknowledged.photos) {
    const { data } = await client.storage.from(PHOTOS).download(path);
    const isSame = data !== null && Buffer.from(await data.arrayBuffer()).equals(bytes);
    if (!isSame) missing.push(path);
  }
  return missing;
}

/** The unmodified supabase-js on Node, without a session. With a token it speaks as the token's owner. */
export function plainClient(
  url: string,
  key: string,
  headers: Record<string, string> = {},
  token: string | null = null,
): SupabaseClient {
  const realtime = { transport: WebSocket as never };
  const who = token === null ? { auth: { persistSession: false } } : { accessToken: () => Promise.resolve(token) };
  return createClient(url, key, { ...who, global: { headers }, realtime });
}

/** A parking of `ostra-hamnen`, as the visitor's form sends it. */
export const parkingOf = (id: string) => ({
  id,
  project_id: "ostra-hamnen",
  car_model: "Volvo V60",
  car_color: "Röd",
  street: "Åkergränd 1",
  ref_number: id.slice(0, 8).toUpperCase(),
  start_time: "2026-11-21T08:00:00Z",
  end_time: "2026-11-21T10:00:00Z",
});

const messageOf = (id: string) => ({
  id,
  name: "Åsa",
  subject: "Fråga",
  email: "asa@example.com",
  message: `Hej! ${id}`,
  signature: `data:image/png;base64,${SMALL_PNG.toString("base64")}`,
  read: false,
});

/** An attendant's shift, as the form sends it. */
export const shiftOf = (id: string, userId: string, paths: readonly string[]) => ({
  id,
  project_id: "ostra-hamnen",
  attendant_user_id: userId,
  start_time: "2026-11-21T08:00:00Z",
  end_time: "2026-11-21T16:00:00Z",
  rating: 5,
  description: "Lugnt pass.",
  image_urls: paths,
  status: "pending",
  approved: false,
});
