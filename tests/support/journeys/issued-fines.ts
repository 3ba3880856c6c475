// Fines as attendants issue them and what admins do to them, through the unmodified client, for browser tests.
import { createHash, randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { WebSocket } from "ws";
import { expect } from "#tests/support/browser/browser.ts";
import { logIn } from "#tests/support/people/logged-in.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

/** People of the seed who work at `ostra-hamnen`. */
type Worker = { kind: "attendant" | "admin"; userId: string };
const ATTENDANT: Worker = { kind: "attendant", userId: "vakt01" };
const ADMIN: Worker = { kind: "admin", userId: "admin01" };

export type IssuedFine = {
  id: string;
  case_number: string;
  public_key: string;
  plate: string;
  last_event: string;
  photos: { id: string; path: string }[];
};

/** A client that speaks as somebody; in `specified` the screen's word is enough. */
async function clientOf(
  product: RunningProduct,
  { kind, userId }: Worker,
  project = "ostra-hamnen",
): Promise<SupabaseClient> {
  if (product.profile === "specified") return product.client;
  const [account] = await product.sql<{ id: string }[]>`
    select account_id as id from staff_accounts where kind = ${kind} and user_id = ${userId} and project_id = ${project}`;
  const { token } = await logIn(product.sql, account?.id ?? "");
  const realtime = { transport: WebSocket as never };
  return createClient(product.url, product.publishableKey, { accessToken: async () => token, realtime });
}

/** A listed photo of a fine; its file is stored by `storePhoto`, or never. */
export function listedPhoto(fineId: string, category: string) {
  const id = randomUUID();
  const sha256 = createHash("sha256").update(id).digest("hex");
  return { id, path: `${fineId}/${id}.jpg`, sha256, taken_at: new Date().toISOString(), category };
}

/** A fine of 700 kr, at `ostra-hamnen` unless said, as an attendant of the site issues it. */
export async function issueFine(
  product: RunningProduct,
  over: Record<string, unknown> = {},
  userId = ATTENDANT.userId,
): Promise<IssuedFine> {
  const project = typeof over["project_id"] === "string" ? over["project_id"] : "ostra-hamnen";
  const client = await clientOf(product, { ...ATTENDANT, userId }, project);
  const fine = {
    id: randomUUID(),
    project_id: project,
    plate: `T${randomUUID().slice(0, 7).toUpperCase()}`,
    car_model: "Volvo V60",
    car_color: "Röd",
    street: "Åkergränd 1",
    violation_text: "Parkerat på gångbana",
    amount: 700,
    ...over,
  };
  const { data, error } = await client.rpc("issue_fine", { fine, accepted: [], acting_as: userId });
  expect(error).toBeNull();
  expect(data).toMatchObject({ outcome: "stored" });
  return (data as { fine: IssuedFine }).fine;
}

/** Stores a photo's file as the attendant's phone does. */
export async function storePhoto(product: RunningProduct, path: string, jpeg: Buffer): Promise<void> {
  const client = await clientOf(product, ATTENDANT);
  const { error } = await client.storage.from("case-photos").upload(path, jpeg, { contentType: "image/jpeg" });
  expect(error).toBeNull();
}

/** Records an event as another window of the site's admin does. */
export async function recordEvent(
  product: RunningProduct,
  fine: IssuedFine,
  kind: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  const client = await clientOf(product, ADMIN);
  const { error } = await client.rpc("record_case_event", {
    fine_id: fine.id,
    event_id: randomUUID(),
    kind,
    acting_as: ADMIN.userId,
    ...more,
  });
  expect(error).toBeNull();
}

/** A case in the tables: its state and money, and what happened in order, without who looked at it. */
export async function caseInTables({ sql }: RunningProduct, fineId: string) {
  const [fine] = await sql<{ status: string; left_ore: string; needs_review: boolean; due_date: string }[]>`
    select status, left_ore, needs_review, due_date::text from fines where id = ${fineId}`;
  const events = await sql<{ kind: string; by_kind: string; by_id: string; note: string | null }[]>`
    select kind, by_kind, by_id, note from fine_events where fine_id = ${fineId} and kind <> 'case_viewed' order by number`;
  return { ...fine, left_ore: Number(fine?.left_ore), events: events.map((event) => ({ ...event })) };
}
