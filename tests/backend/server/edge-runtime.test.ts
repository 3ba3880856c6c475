// The edge functions as hosted Supabase runs them, in Deno: their imports resolve, they find their settings, and they answer as our own server
// does, which stands in for the rest of Supabase. `npm run test:all` alone: npm brings Deno, which is no part of the project.
// Runs in `npm run test:all` alone: Deno's 90 MB come from npm (`DENO_FOLDER`) or it is left out by name; our own server asks the same
// handlers everywhere.
import { createHash, randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handleDeliverMessages } from "#functions/deliver-messages/handler.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { noteMail } from "#server/messages/outbox.ts";
import { type Actor, fineOf, type Json, makeActor, SITE } from "#tests/support/rows/cases.ts";
import { copyEdgeFunctions, type EdgeFunctions, installDeno } from "#tests/support/outside/deno.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { SEVERAL_PRODUCTS } from "#tests/support/run/patience.ts";
import { SMALL_PNG as PNG } from "#tests/support/rows/real-photos.ts";
import { type MailServer, mailText, startMailServer } from "#tests/support/outside/receivers.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const ORIGIN = "https://parkering.example";
const SECRET = "hemlig";

const deno = installDeno();
let server: TestServer;
let mails: MailServer;
let edge: EdgeFunctions;
let attendant: Actor;
let admin: Actor;
/** The address of each function. */
const served: Record<string, string> = {};

beforeAll(async () => {
  if (deno === null) return;
  mails = await startMailServer();
  // The server leaves mail to the function.
  server = await startTestServer({ profile: "hardened", rateLimits: "none" });
  await insertRow(server.sql, "main_page_sites", { path: SITE });
  attendant = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt01" });
  admin = await makeActor(server, "hardened", { kind: "admin", userId: "admin01" });
  edge = copyEdgeFunctions(deno);
  const settings = { SUPABASE_URL: server.url, SUPABASE_SERVICE_ROLE_KEY: server.secretKey, ALLOWED_ORIGIN: ORIGIN };
  const { host, port } = mails.settings;
  const mail = { SMTP_URL: `smtp://${host}:${port}`, MAIL_FROM: "parkering@example.se", PUBLIC_URL: `${ORIGIN}/` };
  for (const name of readdirSync(join(projectFolder(), "supabase", "functions")))
    served[name] = await edge.serve(name, { ...settings, ...mail });
}, SEVERAL_PRODUCTS.timeout);
afterAll(async () => {
  if (deno === null) return;
  await edge.stop();
  await server.stop();
  await mails.goAway();
});

type Asked = { method?: string; body?: unknown; headers?: Record<string, string> };
type Answer = { status: number; body: Json; cache: string | null };

async function ask(address: string, { method = "POST", body, headers = {} }: Asked): Promise<Answer> {
  const answer = await fetch(address, {
    method,
    headers: { apikey: server.publishableKey, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text) as Json, cache: answer.headers.get("cache-control") };
}

/** Answers of Deno, which our own server must give too, but for the signature of an address. */
async function askBoth(name: string, asked: Asked): Promise<Answer> {
  const inDeno = await ask(served[name] ?? "", asked);
  const own = await ask(`${server.url}/functions/v1/${name}`, asked);
  const plain = (answer: Answer) => JSON.parse(JSON.stringify(answer).replace(/token=[\w.-]+/g, "token=…")) as Answer;
  expect(plain(inDeno)).toEqual(plain(own));
  return inDeno;
}

/** An account that nobody has yet. */
const account = () => ({ email: `${randomUUID()}@example.com`, password: "Valt-7410-själv", accountType: "admin" });

const deliver = (secret: string, method = "POST") =>
  ask(served["deliver-messages"] ?? "", { method, headers: { authorization: `Bearer ${secret}` } });

test.skipIf(deno === null)("every function of the project is served", () => {
  expect(Object.keys(served).toSorted()).toEqual(["create-admin-user", "deliver-messages", "public-case"]);
});

// Spec 4 §4: look_up_case(case_number, plate) and
test.skipIf(deno === null)(
  "public-case finds a case, takes an objection's photos and shows them, and refuses what it refuses",
  async () => {
    const fine = fineOf(await attendant.issue({ plate: "TAO 98N" }));
    const { case_number, public_key } = fine;
    const found = await askBoth("public-case", { body: { case_number, plate: "tao-98n" } });
    expect(found).toMatchObject({ status: 200, cache: "no-store", body: { outcome: "found", public_key, photos: [] } });
    expect((await askBoth("public-case", { body: { public_key } })).body).toEqual(found.body);
    const none = { outcome: "none" };
    expect((await askBoth("public-case", { body: { case_number, plate: "TAO 98M" } })).body).toEqual(none);
    expect((await askBoth("public-case", { body: { public_key: "A".repeat(22) } })).body).toEqual(none);

    const objection_id = randomUUID();
    const photo = { id: randomUUID(), sha256: createHash("sha256").update(PNG).digest("hex"), type: "png" };
    const sent = { public_key, objection_id, name: "Åsa Berg", text: "Skylten var täckt.", photos: [photo] };
    const { reply_key } = (await server.client().rpc("object_to_case", sent)).data as Json;
    const uploads = await askBoth("public-case", { body: { action: "send-photos", public_key, reply_key } });
    const [upload] = uploads.body["uploads"] as { path: string; token: string }[];
    const files = server.client().storage.from("case-photos");
    const stored = await files.uploadToSignedUrl(upload?.path ?? "", upload?.token ?? "", PNG, {
      contentType: "image/png",
    });
    expect(stored.error).toBeNull();
    const { body } = await askBoth("public-case", { body: { public_key, reply_key } });
    const { photos, text } = body["reply"] as { photos: { address: string }[]; text: string };
    expect(text).toBe("Skylten var täckt.");
    expect((await fetch(server.url + (photos[0]?.address ?? ""))).status).toBe(200);

    for (const [asked, status] of [
      [{ method: "GET" }, 405],
      [{ body: [] }, 400],
      [{ body: { action: "remove" } }, 400],
      [{ body: {}, headers: { "content-type": "text/plain" } }, 415],
    ] as const)
      expect((await askBoth("public-case", asked)).status).toBe(status);
    const asked = await fetch(served["public-case"] ?? "", { method: "OPTIONS" });
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, ORIGIN]);
  },
);

test.skipIf(deno === null)("create-admin-user makes an account that signs in, for whoever may", async () => {
  const { token } = await makePerson(server, { kind: "main-admin", project: null, userId: "huvudadmin" });
  const headers = { authorization: `Bearer ${token}` };
  const body = account();
  const made = await ask(served["create-admin-user"] ?? "", { body, headers });
  expect(made).toMatchObject({ status: 201, body: { message: `Account created for ${body.email}` } });
  expect((await server.client().auth.signInWithPassword(body)).error).toBeNull();
  // There is one now, here and there.
  expect((await askBoth("create-admin-user", { body, headers })).status).toBe(409);
  expect(
    (await askBoth("create-admin-user", { body: { ...account(), accountType: "employee" }, headers })).status,
  ).toBe(403);
  // Its profile is `hardened` where nothing else is set.
  expect((await askBoth("create-admin-user", { body: account() })).status).toBe(401);
});

// Spec rules §7: The same code
test.skipIf(deno === null)("deliver-messages sends mail by SMTP, with its secret alone", async () => {
  const hash = createHash("sha256").update(SECRET).digest("hex");
  await server.sql`update private.settings set delivery_secret_hash = ${hash}`;
  await noteMail(server.database, true);
  const fine = fineOf(await attendant.issue());
  await admin.record(fine, "objected", { note: "Nej.", data: { name: "Åsa", email: "asa@example.se" } });
  await admin.record(fine, "objection_accepted", { note: "Skylten var täckt." });
  const own = async (method: string) => {
    const mailer = { send: () => Promise.reject(new Error("Nothing is taken.")), close: () => undefined };
    const means = { mailer, publicUrl: null, timeZone: "Europe/Stockholm" };
    const request = new Request("http://function", { method, headers: { authorization: "Bearer annan" } });
    const services = { supabaseUrl: server.url, secretKey: server.secretKey, fetch };
    const answer = await handleDeliverMessages(request, { ...services, ...means });
    return { status: answer.status, body: (await answer.json()) as Json, cache: null };
  };
  for (const method of ["POST", "GET"]) expect(await deliver("annan", method)).toEqual(await own(method));
  expect(mails.taken).toHaveLength(0);
  expect((await deliver(SECRET)).body).toEqual({ sent: 1, later: 0, givenUp: 0 });
  const [mail] = mails.taken;
  expect(mail?.to).toEqual(["asa@example.se"]);
  const text = mail && mailText(mail);
  expect(text).toContain("Skylten var täckt.");
  expect(text).toContain(`${ORIGIN}/case/${String(fine["public_key"])}`);
  expect((await deliver(SECRET)).body).toEqual({ sent: 0, later: 0, givenUp: 0 });
});
