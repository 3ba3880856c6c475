// How often somebody may do something in the profile `hardened`: the real server, small limits, two processes' worth of counters.
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { RATE_LIMITS, type RateLimit, type RateLimits, secondsNamedIn } from "#contract/rate-limits.ts";
import { CHANGE_BYTES } from "#server/http/bounds.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const within = (points: number): RateLimit => ({ points, seconds: 600 });
const SMALL: RateLimits = {
  ...RATE_LIMITS,
  login: { address: within(8), account: null, accountAtAddress: within(3) },
  signUp: { address: within(2), account: null },
  parkings: { address: within(6), account: within(4) },
  contactMessages: { address: within(2), account: within(2) },
  bids: { address: within(2), account: within(2) },
  accountCalls: { address: within(2), account: within(2) },
  checks: { address: within(2), account: within(2) },
  offlineData: { address: within(2), account: within(2) },
  issuing: { address: within(2), account: within(2) },
  money: { address: within(2), account: within(2) },
  objections: { address: within(50), account: null, accountAtAddress: within(2) },
  receiptChanges: { address: within(50), account: null, accountAtAddress: within(2) },
  refundAccounts: { address: within(50), account: null, accountAtAddress: within(2) },
  caseSums: { address: within(2), account: within(2) },
  shifts: { address: within(2), account: within(2) },
  removals: { address: within(2), account: within(2) },
  caseEvents: { address: within(2), account: within(2) },
  dispatch: { address: within(2), account: within(2) },
  work: { address: within(2), account: within(2) },
  messages: { address: within(2), account: within(2) },
  uploads: { address: within(2), account: within(2) },
};

// Two servers on one database, as behind a load balancer; the test is the proxy that both trust. Their rows follow the policies
// of `specified`, since the limits are what is tested.
let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  const options = { rateLimits: SMALL, trustedProxies: ["127.0.0.1"] };
  server = await startTestServer(options);
  other = await startTestServer({ ...options, databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

/** An address that no other test uses. */
let address = "";
let addresses = 0;
beforeEach(() => {
  addresses += 1;
  address = `203.0.113.${addresses}`;
});

type Call = { from?: string; to?: TestServer; headers?: Record<string, string>; method?: string };

function post(path: string, body: unknown, { from = address, to = server, headers = {}, method = "POST" }: Call = {}) {
  return fetch(to.url + path, {
    method,
    headers: {
      apikey: server.publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": from,
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

const statuses = async (calls: Promise<Response>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).toSorted((a, b) => a - b);

async function expectTooMany(answer: Response): Promise<Record<string, unknown>> {
  expect(answer.status).toBe(429);
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(600);
  const body = (await answer.json()) as Record<string, unknown>;
  const text = String(body["msg"] ?? body["message"] ?? body["error"]);
  expect(secondsNamedIn(text)).toBe(seconds);
  return body;
}

async function makeAccount(email: string): Promise<string> {
  const { data, error } = await server.client({ key: server.secretKey }).auth.admin.createUser({
    email,
    password: "Losen-7410",
    email_confirm: true,
  });
  if (error !== null) throw error;
  return data.user.id;
}

const logIn = (email: string, password: string, call?: Call) =>
  post("/auth/v1/token?grant_type=password", { email, password }, call);

// Spec 3 §4: login attempts |
test("wrong passwords lock an account for a while at the address that they come from, on every server, however its name is written", async () => {
  await makeAccount("lock@example.com");
  expect((await logIn("lock@example.com", "wrong")).status).toBe(400);
  expect((await logIn("Lock@Example.com", "wrong", { to: other })).status).toBe(400);
  expect((await logIn(" LOCK@example.com", "wrong")).status).toBe(400);
  const body = await expectTooMany(await logIn("LOCK@example.com", "Losen-7410", { to: other }));
  expect(body).toMatchObject({ code: 429, error_code: "over_request_rate_limit" });
  // The owner, elsewhere, is not kept out, and another account, from the same address, is not meant.
  expect((await logIn("lock@example.com", "Losen-7410", { from: "198.51.100.2" })).status).toBe(200);
  expect((await logIn("nobody@example.com", "wrong")).status).toBe(400);
});

test("the unmodified client is told the code, the status and the wait", async () => {
  const { auth } = server.client();
  for (let attempt = 0; attempt < 3; attempt += 1)
    await auth.signInWithPassword({ email: "client@example.com", password: "wrong" });
  const { error } = await auth.signInWithPassword({ email: "client@example.com", password: "wrong" });
  expect(error).toMatchObject({ code: "over_request_rate_limit", status: 429 });
  expect(secondsNamedIn(error?.message ?? "")).toBeGreaterThan(0);
});

test("a right password forgets the account's attempts, and counts for nobody", async () => {
  await makeAccount("typo@example.com");
  for (let day = 0; day < 4; day += 1) {
    expect((await logIn("typo@example.com", "wrong")).status).toBe(400);
    expect((await logIn("typo@example.com", "Losen-7410")).status).toBe(200);
  }
  expect(await statuses(Array.from({ length: 3 }, () => logIn("typo@example.com", "Losen-7410")))).toEqual([
    200, 200, 200,
  ]);
});

test("a hundred attempts at once are a hundred", async () => {
  const answers = Array.from({ length: 20 }, (_, index) =>
    logIn("burst@example.com", "wrong", { to: index % 2 === 0 ? server : other }),
  );
  const all = await statuses(answers);
  expect(all.filter((status) => status === 400)).toHaveLength(3);
  expect(all.filter((status) => status === 429)).toHaveLength(17);
});

// Spec 3 §4: login attempts |
test("an address that tries many accounts is stopped, and only that one", async () => {
  const tried = Array.from({ length: 8 }, (_, index) => logIn(`many${index}@example.com`, "wrong"));
  expect(await statuses(tried)).toEqual(Array.from({ length: 8 }, () => 400));
  await expectTooMany(await logIn("many9@example.com", "wrong", { to: other }));
  expect((await logIn("many9@example.com", "wrong", { from: "198.51.100.250" })).status).toBe(400);
});

const forged = (index: number) => logIn(`forged${index}@example.com`, "wrong", { from: `10.0.0.${index}, ${address}` });

test("a forged X-Forwarded-For does not make a client another client", async () => {
  for (let index = 0; index < 8; index += 1) expect((await forged(index)).status).toBe(400);
  await expectTooMany(await forged(9));
});

const fromNetwork = (index: number) =>
  logIn(`six${index}@example.com`, "wrong", { from: `2001:db8:0:${addresses}::${index}` });

test("addresses of one IPv6 network are one", async () => {
  for (let index = 0; index < 8; index += 1) expect((await fromNetwork(index)).status).toBe(400);
  await expectTooMany(await fromNetwork(9));
});

test("a session is renewed however many failed to log in", async () => {
  await makeAccount("renew@example.com");
  const { refresh_token } = (await (await logIn("renew@example.com", "Losen-7410")).json()) as {
    refresh_token: string;
  };
  for (let index = 0; index < 9; index += 1) await logIn(`renew${index}@example.com`, "wrong");
  await expectTooMany(await logIn("renew@example.com", "Losen-7410"));
  expect((await post("/auth/v1/token?grant_type=refresh_token", { refresh_token })).status).toBe(200);
});

test("a second grant_type in the address is refused before anything is counted or asked", async () => {
  for (const twice of ["password&grant_type=refresh_token", "refresh_token&grant_type=password"]) {
    const answer = await post(`/auth/v1/token?grant_type=${twice}`, { email: "twice@example.com", password: "wrong" });
    expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([
      400,
      "validation_failed",
    ]);
  }
});

const signUp = (name: string, call?: Call) =>
  post("/auth/v1/signup", { email: `${name}@example.com`, password: "Losen-7410" }, call);

test("an address makes a few accounts", async () => {
  expect(await statuses([signUp("first"), signUp("second", { to: other })])).toEqual([200, 200]);
  expect(await expectTooMany(await signUp("third"))).toMatchObject({ error_code: "over_request_rate_limit" });
  expect((await signUp("third", { from: "198.51.100.3" })).status).toBe(200);
});

test.each([
  ["contact_messages", VALID_ROWS.contact_messages],
  ["property_bids", { property_id: "00000000-0000-4000-8000-0000000000b0", amount: 900_000 }],
  ["shift_registrations", VALID_ROWS.shift_registrations],
  ["parking_deletion_logs", { deleted_by: "vakt01" }],
  ["attendant_deletion_logs", { deleted_by: "admin01", attendant_user_id: "vakt01" }],
])("an address sends a few rows of %s", async (table, row) => {
  const send = (call?: Call) => post(`/rest/v1/${table}`, row, call);
  for (let index = 0; index < 2; index += 1) expect((await send()).status).not.toBe(429);
  const body = await expectTooMany(await send({ to: other }));
  expect(body).toMatchObject({ code: "PT429", details: null, hint: null });
});

test("the proxy is another address", async () => {
  for (let index = 0; index < 3; index += 1) await post("/rest/v1/contact_messages", VALID_ROWS.contact_messages);
  const { error, status } = await server.client().from("contact_messages").insert(VALID_ROWS.contact_messages);
  expect([error, status]).toEqual([null, 201]);
});

const parkings = (count: number) => Array.from({ length: count }, () => VALID_ROWS.parkings);

test("rows count, not requests", async () => {
  expect((await post("/rest/v1/parkings", parkings(4))).status).toBe(201);
  await expectTooMany(await post("/rest/v1/parkings", parkings(3)));
  const [found] = await server.sql<{ count: number }[]>`select count(*)::int from public.parkings`;
  expect(found?.count).toBe(4);
});

test.each([
  ["/rest/v1/parkings", "Application/JSON"],
  ["/rest/v1/parkings", "application/json; charset=UTF-8"],
  ["/rest/v1/parkings?select=id", "application/json"],
])("%s (%s) is counted like any other way to write parkings", async (path, type) => {
  expect((await post("/rest/v1/parkings", parkings(6))).status).toBe(201);
  await expectTooMany(await post(path, VALID_ROWS.parkings, { headers: { "content-type": type } }));
});

test.each([
  ["/rest/v1//parkings/", "POST", "application/json", 404],
  ["/rest/v1/%70arkings", "POST", "application/json", 404],
  [`/rest/v1/parkings?id=eq.00000000-0000-4000-8000-000000000001`, "PUT", "application/json", 405],
  ["/rest/v1/parkings?columns=car_model", "POST", "application/json", 400],
  ["/rest/v1/parkings", "POST", "text/csv", 415],
  ["/rest/v1/parkings", "POST", "application/json; text/csv", 415],
])("%s (%s, %s) is no way to write parkings, and counts for nobody", async (path, method, type, status) => {
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const refused = await post(path, VALID_ROWS.parkings, { method, headers: { "content-type": type } });
    expect(refused.status).toBe(status);
  }
  expect((await post("/rest/v1/parkings", parkings(6))).status).toBe(201);
});

test("an account has a limit of its own, wherever it is", async () => {
  await makeAccount("carry@example.com");
  const login = (await (await logIn("carry@example.com", "Losen-7410")).json()) as { access_token: string };
  const headers = { authorization: `Bearer ${login.access_token}` };
  expect((await post("/rest/v1/parkings", parkings(4), { headers })).status).toBe(201);
  await expectTooMany(await post("/rest/v1/parkings", parkings(1), { headers, from: "198.51.100.77" }));
  expect((await post("/rest/v1/parkings", parkings(1))).status).toBe(201);
});

const NOBODY = "00000000-0000-4000-8000-000000000000";

test.each<[string, string, object?]>([
  ["PATCH", "violations", { text: "Parkerat på gångbana" }],
  ["DELETE", "parkings"],
])("%s of rows of %s", async (method, table, body) => {
  const change = () => post(`/rest/v1/${table}?id=eq.${NOBODY}`, body, { method });
  expect(await statuses([change(), change()])).toEqual([204, 204]);
  await expectTooMany(await change());
});

const addViolations = (text: string, count: number) => {
  const rows = Array.from({ length: count }, (_, n) => ({ ...VALID_ROWS.violations, code: `${text} ${n}`, text }));
  return server.sql`insert into violations ${server.sql(rows)}`;
};
const changeViolations = (filter: string) =>
  post(`/rest/v1/violations?${filter}`, { text: "changed" }, { method: "PATCH" });

test("a change without a key counts each row that it finds, and may find two hundred at most", async () => {
  await addViolations("few", 3);
  await addViolations("many", 201);
  const [tooWide, wide] = [await changeViolations("text=eq.many"), await changeViolations("text=eq.few")];
  expect([tooWide.status, wide.status]).toEqual([413, 204]);
  await expectTooMany(await changeViolations(`id=eq.${NOBODY}`));
  const [left] = await server.sql`select count(*)::int as many from violations where text = 'many'`;
  expect(left).toEqual({ many: 201 });
});

test.each<[string, string]>([
  ["POST", "violations"],
  ["PATCH", `violations?id=eq.${NOBODY}`],
  ["POST", "rpc/see_notice"],
  ["POST", "rpc/add_permits"],
])("a large body that is kept counts by its size: %s of %s", async (method, path) => {
  const answer = await post(`/rest/v1/${path}`, { text: "x".repeat(2 * CHANGE_BYTES) }, { method });
  expect(answer.status).toBe(429);
});

test.each<[string, object]>([
  ["violations", VALID_ROWS.violations],
  ["rpc/add_permits", { permits: [] }],
  // A function without a row of its own, which changes something.
  ["rpc/see_notice", { notice_id: NOBODY, receipt_id: NOBODY, acting_as: "nobody" }],
])("POST of %s, as everything that is kept", async (name, body) => {
  const add = () => post(`/rest/v1/${name}`, body);
  for (const answer of await Promise.all([add(), add()])) expect(answer.status).not.toBe(429);
  await expectTooMany(await add());
});

const callFunction = () => post("/functions/v1/create-admin-user", {});

test("the function that makes accounts", async () => {
  expect(await statuses([callFunction(), callFunction()])).toEqual([400, 400]);
  expect(Object.keys(await expectTooMany(await callFunction()))).toEqual(["error"]);
});

const upload = (name: string) =>
  post(`/storage/v1/object/shift-images/${name}`, "no image", { headers: { "content-type": "image/png" } });

test.each<[string, object, object?]>([
  ["check_plate", { project: null, plate: "ABC123", check_id: "00000000-0000-4000-8000-0000000000c1" }],
  ["record_offline_check", { given: {} }],
  ["note_camera_check", { project: null, check_id: NOBODY, certainty: 1, readings: [] }],
  ["offline_data", { project: null }],
  ["issue_fine", { fine: {}, accepted: [] }],
  ["correct_fine", { fine_id: NOBODY, event_id: NOBODY, changes: {} }],
  ["reserve_case_numbers", { project: null, request_id: NOBODY, count: 1 }],
  ["hold_case_numbers", { project: null, numbers: [] }],
  ["void_case_numbers", { project: null, person: "vakt01" }],
  ["match_payments", { project: null, rows: [] }],
  ["book_payments", { project: null, rows: [], file: {} }],
  ["place_payment", { payment_id: NOBODY, placing_id: NOBODY, parts: [] }],
  ["undo_import", { file_id: NOBODY }],
  ["end_payment", { payment_id: NOBODY, ending_id: NOBODY, ground: "not_ours", note: "" }],
  ["step_refunds", { project: null, step: "proposed", refunds: [] }],
  ["send_refunds", { project: null, file: {}, ids: [] }],
  ["list_refunds", { project: null }, {}],
  ["list_payer_plates", { project: null, payment_id: NOBODY }, {}],
  ["read_refund_file", { file_id: NOBODY }, {}],
  ["record_case_events", { project: null, kind: "exported", events: [] }],
  ["list_case_work", { project: null, step: "exported" }],
  ["list_sent_cases", { project: null, step: "exported", day: null, ids: [] }],
  ["match_owners", { project: null, rows: [] }],
  ["count_cases", { project: null, today: "2026-11-20", expires_before: "2026-11-20" }, {}],
  ["find_cases", { project: null, term: "ABC" }, {}],
  ["sum_payments", { project: null }, {}],
  ["list_unplaced", { project: null }, {}],
  ["list_ended", { project: null }, {}],
  ["list_similar_fines", { project: null }, {}],
  ["list_unused_numbers", { project: null }, {}],
  ["erase_expired", { project: null, dry_run: true }, {}],
  ["person_extract", { project: null, plate: "ABC123", asked_by: "", verified: "" }],
  ["erase_plate", { project: null, plate: "ABC123", asked_by: "", verified: "", dry_run: true }],
  ["record_case_event", { fine_id: NOBODY, event_id: NOBODY, kind: "noted" }],
  ["assign_objection", { objection_id: NOBODY, take: true, seen: null }],
  ["set_objection_ground", { objection_id: NOBODY, ground: "x", seen: null }],
  ["record_access", { access: "read", subject: "fines" }, {}],
  ["set_unit_status", { unit_id: NOBODY, event_id: NOBODY, expected_status: "BUSY", status: "AVAILABLE" }],
  ["confirm_unit", { unit_id: NOBODY, event_id: NOBODY }],
  ["undo_press", { event_id: NOBODY, undo_id: NOBODY }],
  ["set_all_off_duty", { batch_id: NOBODY, location: "Ingenstans", include_on_calls: false }],
  ["undo_all_off_duty", { batch_id: NOBODY, event_id: NOBODY }],
  ["skip_off_duty", { day: "2026-11-20" }],
  ["receive_call", { call: {} }],
  ["change_call", { call_id: NOBODY, event_id: NOBODY, expected: {}, changes: {} }],
  ["assign_units", { call_id: NOBODY, event_id: NOBODY, unit_ids: [], accepted: [] }],
  ["record_unit_step", { call_id: NOBODY, unit_id: NOBODY, event_id: NOBODY, step: "cleared", at: null }],
  [
    "record_call_event",
    { call_id: NOBODY, event_id: NOBODY, kind: "noted", expected_status: "", result: "", text: "" },
  ],
  ["mark_duplicate", { call_id: NOBODY, of: NOBODY, event_id: NOBODY }],
  ["open_caller", { call_id: NOBODY }],
  ["keep_note", { note: {} }],
  ["finish_note", { note_id: NOBODY, event_id: NOBODY }],
  ["set_statuses", { list: [], expected: [] }],
  ["set_minimums", { list: [], expected: [] }],
  ["make_link", { kind: "wall", unit_id: null, key_hash: "" }],
  ["clock_break", { turn_id: NOBODY, break_id: NOBODY, step: "start", at: null }],
  ["return_car", { turn_id: NOBODY, event_id: NOBODY, at: null, km_end: 1, details: {} }],
  ["send_test_message", { hook_id: NOBODY }, {}],
  ["send_message_again", { message_id: NOBODY }, {}],
  ["send_decision", { objection_id: NOBODY }, {}],
  ["site_overview", { project: null, first: "2026-11-20", last: "2026-11-20" }],
  ["site_statistics", { project: null, first: "2026-11-20", last: "2026-11-20" }],
  ["site_ledger", { project: null, first: "2026-11-20", last: "2026-11-20" }],
  ["list_ledger_rows", { project: null, of_day: "2026-11-20" }],
])("calls of %s", async (name, args, acting: object = { acting_as: "vakt01" }) => {
  const call = () => post(`/rest/v1/rpc/${name}`, { ...args, ...acting });
  for (let time = 0; time < 2; time += 1) expect((await call()).status).not.toBe(429);
  await expectTooMany(await call());
  const spelled = (path: string, type: string) =>
    post(path, { ...args, ...acting }, { headers: { "content-type": type } });
  for (const type of ["application/json", "APPLICATION/JSON", "application/json; charset=utf-8"])
    for (const query of ["", "?"]) await expectTooMany(await spelled(`/rest/v1/rpc/${name}${query}`, type));
  const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  const odd = [`rpc/${encoded}`, `%72pc/${name}`, `rpc//${name}`, `rpc/${name}/`, `rpc/${name.toUpperCase()}`];
  for (const path of odd)
    expect([path, (await spelled(`/rest/v1/${path}`, "application/json")).status]).toEqual([path, 404]);
  // Counted before its body is read, which is what costs.
  await expectTooMany(await post(`/rest/v1/rpc/${name}`, "{"));
});

/** Calls that count for the case or the receipt that they name, at one address. */
test.each<[string, string, object]>([
  ["object_to_case", "public_key", { objection_id: NOBODY, name: "x" }],
  ["leave_refund_account", "public_key", { name: "x", kind: "swish", account: "1" }],
  ["end_parking", "key", {}],
  ["extend_parking", "key", { new_end: "2030-01-01T00:00:00Z" }],
])("calls of %s for one %s, in every spelling", async (name, named, rest) => {
  const call = (key: string, query = "", type = "application/json") =>
    post(`/rest/v1/rpc/${name}${query}`, { ...rest, [named]: key }, { headers: { "content-type": type } });
  for (const key of ["A", " A "]) expect((await call(key)).status).not.toBe(429);
  for (const type of ["application/json", "APPLICATION/JSON", "application/json; charset=utf-8"])
    for (const query of ["", "?"]) await expectTooMany(await call("A", query, type));
  expect((await call("B")).status).not.toBe(429);
});

const pressOfCrew = (key: string, step: string, from = address) =>
  post("/rest/v1/rpc/act_as_unit", { key, event_id: randomUUID(), step, call_id: null, place: "", at: null }, { from });

// Spec 5 §10: In 15 minutes
test("presses of a unit's crew count for its key, and an alarm is never refused, of a crew and of an operator", async () => {
  const unit_id = randomUUID();
  await server.sql`insert into units ${server.sql({ id: unit_id, unit_number: "31-LIM" })}`;
  const [first, second] = [randomUUID(), randomUUID()];
  const link = async (key: string) => {
    const key_hash = createHash("sha256").update(key).digest("hex");
    await server.sql`update private.dispatch_links set ended_at = now() where unit_id = ${unit_id}`;
    await server.sql`insert into private.dispatch_links ${server.sql({ kind: "unit", unit_id, key_hash, made_by: "ledning" })}`;
  };
  await link(first);
  for (let time = 0; time < 2; time += 1) expect((await pressOfCrew(first, "checked")).status).toBe(200);
  await expectTooMany(await pressOfCrew(first, "checked"));
  await expectTooMany(await pressOfCrew(` ${first}`, "checked", "198.51.100.71"));
  expect(await (await pressOfCrew(first, "alarm")).json()).toEqual({ outcome: "raised" });
  for (let time = 0; time < 5; time += 1)
    expect(await (await pressOfCrew(first, "alarm")).json()).toEqual({ outcome: "open_already" });
  await link(second);
  expect((await pressOfCrew(second, "checked", "198.51.100.72")).status).toBe(200);
  const raise = { unit_id, alarm_id: randomUUID(), place: "", acting_as: "op01" };
  for (let time = 0; time < 5; time += 1) expect((await post("/rest/v1/rpc/raise_alarm", raise)).status).toBe(200);
  const event = { alarm_id: NOBODY, kind: "acknowledged", outcome: "", text: "", acting_as: "op01" };
  for (let time = 0; time < 5; time += 1)
    expect((await post("/rest/v1/rpc/record_alarm_event", { ...event, event_id: randomUUID() })).status).toBe(200);
  for (const said of [{ kind: "place" }, { kind: "cleared", outcome: "test" }])
    await expectTooMany(await post("/rest/v1/rpc/record_alarm_event", { ...event, ...said, event_id: randomUUID() }));
});

test("uploads", async () => {
  for (const name of ["a", "b"]) expect((await upload(name)).status).toBe(415);
  expect(await expectTooMany(await upload("c"))).toMatchObject({ statusCode: "429" });
});

test("reading, changing and removing are not limited, and nor is who has the secret key", async () => {
  await post("/rest/v1/parkings", parkings(7));
  const headers = { apikey: server.secretKey };
  expect((await post("/rest/v1/parkings", parkings(7), { headers })).status).toBe(201);
  const read = () => fetch(`${server.url}/rest/v1/parkings?limit=1`, { headers: { apikey: server.publishableKey } });
  expect(new Set(await statuses(Array.from({ length: 20 }, read)))).toEqual(new Set([200]));
});

test("addresses and accounts are not readable in the database, and no role reaches the counts", async () => {
  await logIn("secret.name@example.com", "wrong");
  const rows = await server.sql<{ key: string }[]>`select key from private.rate_limits`;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ key }) => key).join()).not.toMatch(/secret\.name|203\.0\.113/);
  for (const role of ["anon", "authenticated", "service_role"]) {
    const reading = server.sql.begin(async (sql) => {
      await sql.unsafe(`set local role ${role}`);
      await sql`select from private.rate_limits`;
    });
    await expect(reading).rejects.toMatchObject({ code: "42501" });
  }
});

const attempts = async (to: TestServer) => {
  const tried = Array.from({ length: RATE_LIMITS.login.accountAtAddress.points + 1 }, () =>
    post(
      "/auth/v1/token?grant_type=password",
      { email: "a@example.com", password: "wrong" },
      {
        to,
        headers: { apikey: to.publishableKey },
      },
    ),
  );
  return (await statuses(tried)).at(-1);
};

test("the profile `specified` has no limits (decisions §4), `hardened` has them by itself", async () => {
  const specified = await startTestServer();
  const hardened = await startTestServer({ profile: "hardened" });
  expect(await attempts(specified)).toBe(400);
  expect(await attempts(hardened)).toBe(429);
  await Promise.all([specified.stop(), hardened.stop()]);
});
