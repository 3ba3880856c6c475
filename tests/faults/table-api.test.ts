// Attacks on the tables of the profile hardened, against the built server: odd addresses, odd media types, a library's features.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import { staffAddress } from "#contract/staff-address.ts";
import { type DatabaseWork, watchWork } from "#tests/support/database/work.ts";
import { type PlainRequest, sendPlain } from "#tests/support/bad-input/plain-request.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";
import { FORWARDED_FOR, newAddress, plainClient } from "#tests/support/rows/writes.ts";

/** The demo's attendant, as the screen logs him in. */
async function signInAttendant(url: string, publishableKey: string): Promise<string> {
  const email = staffAddress({ kind: "attendant", project: "ostra-hamnen", userId: "vakt01" }) ?? "";
  const { data, error } = await plainClient(url, publishableKey).auth.signInWithPassword({
    email,
    password: "Vakt-7410",
  });
  if (error) throw error;
  return data.session.access_token;
}

let product: RunningProduct & { stop(): Promise<void> };
let work: DatabaseWork;
beforeAll(async () => {
  product = await startProduct({ profile: "hardened" });
  work = await watchWork(product.sql);
});
afterAll(() => product.stop());

/** The address of a test's visitor: limits count addresses. */
let address = "";
beforeEach(() => {
  address = newAddress();
});

const JSON_TYPE = { "content-type": "application/json" };
const send = ({ headers, ...request }: PlainRequest) =>
  sendPlain(product.url, {
    ...request,
    headers: { apikey: product.publishableKey, [FORWARDED_FOR]: address, ...headers },
  });
const post = (path: string, body: unknown, headers: PlainRequest["headers"] = JSON_TYPE) =>
  send({ method: "POST", path, headers, body: typeof body === "string" ? body : JSON.stringify(body) });

/** Requests that never reach the database cost it nothing whenever they are sent; the server's own work may fall in between, once. */
const expectNoWorkOf = (ask: () => Promise<void>) =>
  expect
    .poll(async () => {
      await work.sinceLast();
      await ask();
      return work.sinceLast();
    })
    .toBe(0);

/** The tables whose rows are limited, each with a row that a visitor could write. */
const LIMITED = {
  parkings: VALID_ROWS.parkings,
  contact_messages: VALID_ROWS.contact_messages,
  property_bids: VALID_ROWS.property_bids,
  web_activity_logs: VALID_ROWS.web_activity_logs,
} as const;
/** A caller who may write the table by a key alone: the grant is asked for before anything else, and a login works in the background. */
const writerOf = (table: string) => (table === "web_activity_logs" ? { apikey: product.secretKey } : {});
const TABLES = Object.keys(LIMITED) as (keyof typeof LIMITED)[];
/** The action that counts the rows of a table. */
const COUNTED = {
  parkings: { action: "parkings", row: VALID_ROWS.parkings },
  property_bids: { action: "bids", row: VALID_ROWS.property_bids },
  web_activity_logs: { action: "activity", row: VALID_ROWS.web_activity_logs },
} as const;
const countRows = async (table: string) => {
  const [row] = await product.sql<{ count: number }[]>`select count(*)::int from ${product.sql(table)}`;
  return row?.count;
};

const encoded = (text: string, at: number) =>
  `${text.slice(0, at)}%${text.charCodeAt(at).toString(16)}${text.slice(at + 1)}`;

/** Other spellings of the address of a table, and of what another API has. */
const SPELLINGS: Record<string, (name: string, api?: string) => string> = {
  "an encoded letter in the API": (name, api = "rest") => `/${encoded(api, 2)}/v1/${name}`,
  "an encoded letter in v1": (name, api = "rest") => `/${api}/%761/${name}`,
  "an encoded letter in the table": (name, api = "rest") => `/${api}/v1/${encoded(name, 0)}`,
  "two encoded letters": (name, api = "rest") => `/${encoded(api, 0)}/v1/${encoded(name, 0)}`,
  "an encoded slash": (name, api = "rest") => `/${api}/v1%2F${name}`,
  "an encoded slash behind": (name, api = "rest") => `/${api}/v1/${name}%2f`,
  "a letter encoded twice": (name, api = "rest") => `/${api}/v1/${encoded(name, 0).replace("%", "%25")}`,
  "a doubled slash": (name, api = "rest") => `/${api}/v1//${name}`,
  "a doubled slash before": (name, api = "rest") => `//${api}/v1/${name}`,
  "a slash behind": (name, api = "rest") => `/${api}/v1/${name}/`,
  "slashes around": (name, api = "rest") => `/${api}/v1//${name}//`,
  "a dot": (name, api = "rest") => `/${api}/v1/./${name}`,
  "an encoded dot": (name, api = "rest") => `/${api}/v1/%2e/${name}`,
  "a way back": (name, api = "rest") => `/${api}/v1/x/../${name}`,
  "an encoded way back": (name, api = "rest") => `/${api}/v1/x/%2e%2e/${name}`,
  "a backslash": (name, api = "rest") => `/${api}/v1\\${name}`,
  "a semicolon": (name, api = "rest") => `/${api}/v1/${name};a=b`,
  "upper case": (name, api = "rest") => `/${api}/v1/${name.toUpperCase()}`,
  quotes: (name, api = "rest") => `/${api}/v1/%22${name}%22`,
  "a schema": (name, api = "rest") => `/${api}/v1/public.${name}`,
  "a NUL": (name, api = "rest") => `/${api}/v1/${name}%00`,
  "a blank": (name, api = "rest") => `/${api}/v1/${name}%20`,
};

/** An address outside of the table API is none of a page that takes rows. */
const refusedAs = (path: string) => (path.startsWith("/rest/v1/") ? [404] : [400, 404, 405]);

describe.each(TABLES)("%s", (table) => {
  test.each(Object.entries(SPELLINGS))("has no address with %s", async (_what, spell) => {
    const rows = await countRows(table);
    await expectNoWorkOf(async () => {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const path = `${spell(table)}?id=neq.00000000-0000-4000-8000-000000000000`;
        const { status } = await send({ method, path, headers: JSON_TYPE, body: JSON.stringify(LIMITED[table]) });
        expect([method, refusedAs(path)]).toEqual([method, expect.arrayContaining([status])]);
      }
    });
    expect(await countRows(table)).toBe(rows);
  });

  test.each([
    "application/json; text/csv",
    "application/json, text/csv",
    "application/json;text/csv",
    "text/csv; application/json",
    "text/csv",
    "application/json; charset=utf-8; text/csv",
    "application/json; charset=utf-16",
    "application/vnd.pgrst.object+json",
    "application/x-www-form-urlencoded",
    "text/plain",
  ])("takes no body of %s", async (type) => {
    const rows = await countRows(table);
    await expectNoWorkOf(async () => {
      const headers = { ...writerOf(table), "content-type": type };
      const { status, text } = await post(`/rest/v1/${table}`, LIMITED[table], headers);
      expect([status, JSON.parse(text)]).toEqual([415, expect.objectContaining({ code: "PGRST107" })]);
    });
    expect(await countRows(table)).toBe(rows);
  });

  test("takes no body whose type is said twice", async () => {
    const rows = await countRows(table);
    const types = { "content-type": ["text/csv", "application/json"] };
    expect((await post(`/rest/v1/${table}`, LIMITED[table], types)).status).toBeGreaterThanOrEqual(400);
    expect(await countRows(table)).toBe(rows);
  });
});

test.each(["application/json", "application/json; text/csv", "text/csv", "Application/JSON; charset=UTF-8"])(
  "two thousand messages at once as %s are refused",
  async (type) => {
    const rows = await countRows("contact_messages");
    const messages = Array.from({ length: 2000 }, () => VALID_ROWS.contact_messages);
    const { status } = await post("/rest/v1/contact_messages", messages, { "content-type": type });
    expect([400, 413, 415, 429]).toContain(status);
    expect(await countRows("contact_messages")).toBe(rows);
  },
);

test("a limit that is reached is reached for every spelling", async () => {
  const { points } = RATE_LIMITS.contactMessages.address;
  const rows = (await countRows("contact_messages")) ?? 0;
  for (let sent = 0; sent < points; sent += 1)
    expect((await post("/rest/v1/contact_messages", VALID_ROWS.contact_messages)).status).toBe(201);
  const answered = [
    "/rest/v1/contact_messages",
    "/rest/v1/contact_messages?",
    "/rest/v1/contact_messages?select=id",
    "/rest/v1/contact_messages?columns=name,subject,email,message,signature",
  ];
  for (const path of answered)
    for (const type of ["application/json", "APPLICATION/JSON", "application/json; charset=utf-8"]) {
      const { status } = await post(path, VALID_ROWS.contact_messages, { "content-type": type });
      expect([path, type, status]).toEqual([path, type, 429]);
    }
  // No client writes a whole address where its path belongs.
  expect((await post(`${product.url}/rest/v1/contact_messages`, VALID_ROWS.contact_messages)).status).toBe(404);
  for (const spell of Object.values(SPELLINGS)) {
    const { status } = await post(spell("contact_messages"), VALID_ROWS.contact_messages);
    expect(refusedAs(spell("contact_messages"))).toContain(status);
  }
  expect(await countRows("contact_messages")).toBe(rows + points);
});

let attendant: Promise<string> | undefined;
/** The attendant's own headers; logged in by the first who asks. */
async function attendants(): Promise<Record<string, string>> {
  attendant ??= signInAttendant(product.url, product.publishableKey);
  return { authorization: `Bearer ${await attendant}` };
}

const attendantAddress = staffAddress({ kind: "attendant", project: "ostra-hamnen", userId: "vakt01" });
const credentials = (password: string) => JSON.stringify({ email: attendantAddress, password });
const newAccount = (email: string) => JSON.stringify({ email, password: "Losen-7410" });
const NOBODY = "00000000-0000-4000-8000-000000000000";
const OF_NO_SITE = JSON.stringify({ project: null, acting_as: "vakt01" });
const UNDONE = JSON.stringify({ file_id: NOBODY, acting_as: "admin01" });
const IMAGE_TYPE = { "content-type": "image/png" };

/** Functions that visitors may not ask at all: an attendant does. */
const OF_STAFF = /^rpc\/(?:offline_data|sum_payments|undo_import|send_test_message)$/;

/** Calls that are limited besides tables: a call that counts, one that would do something, and how that is answered when nothing limits it. */
const ELSEWHERE: [string, string, Record<string, string>, [counts: string, does: string], number][] = [
  ["auth", "token?grant_type=password", JSON_TYPE, [credentials("wrong"), credentials("Vakt-7410")], 200],
  ["auth", "signup", JSON_TYPE, [newAccount("one@example.org"), newAccount("two@example.org")], 200],
  ["storage", "object/shift-images/a.png", IMAGE_TYPE, ["no image", "no image"], 400],
  ["functions", "create-admin-user", JSON_TYPE, ["{}", "{}"], 401],
  ["functions", "public-case", JSON_TYPE, ['{"public_key":"A"}', '{"public_key":"A"}'], 200],
  ["rest", "rpc/offline_data", JSON_TYPE, [OF_NO_SITE, OF_NO_SITE], 403],
  ["rest", "rpc/sum_payments", JSON_TYPE, ['{"project":null}', '{"project":null}'], 200],
  ["rest", "rpc/undo_import", JSON_TYPE, [UNDONE, UNDONE], 400],
  ["rest", "rpc/send_test_message", JSON_TYPE, [`{"hook_id":"${NOBODY}"}`, `{"hook_id":"${NOBODY}"}`], 403],
  ["rest", "rpc/end_parking", JSON_TYPE, ['{"key":"A"}', '{"key":"A"}'], 200],
  ["rest", "rpc/case_by_key", JSON_TYPE, ['{"public_key":"A"}', '{"public_key":"A"}'], 200],
];

test.each(ELSEWHERE)(
  "%s/v1/%s: a limit that is reached is reached for every spelling",
  async (api, target, ...rest) => {
    const [headers, [counts, does], done] = rest;
    const [name = "", query] = target.split("?");
    const isOfStaff = OF_STAFF.test(target);
    const who = isOfStaff ? await attendants() : {};
    const ask = async (path: string, body: string, type = headers) => {
      const asked = { method: "POST", path: query ? `${path}?${query}` : path, headers: { ...who, ...type }, body };
      const { status } = await send(asked);
      return status;
    };
    const path = `/${api}/v1/${name}`;
    await product.sql`truncate private.rate_limits`;
    const first = await ask(path, counts);
    expect(first).not.toBe(429);
    expect(isOfStaff ? first : done).toBe(done);
    await product.sql`update private.rate_limits set points = 100000`;
    expect(await ask(path, does)).toBe(429);
    const types = headers === JSON_TYPE ? ["APPLICATION/JSON", "application/json; charset=utf-8"] : [];
    for (const type of types) expect([type, await ask(path, does, { "content-type": type })]).toEqual([type, 429]);
    for (const spell of Object.values(SPELLINGS)) {
      const spelled = spell(name, api);
      expect([spelled, await ask(spelled, does)]).toEqual([spelled, expect.toBeOneOf([400, 404, 405, 429])]);
    }
    // An account above a limit is refused from memory.
    if (isOfStaff) return;
    await product.sql`truncate private.rate_limits`;
    address = newAddress();
    expect(await ask(path, does)).toBe(done);
  },
);

/** A row as JSON of exactly so many bytes. */
const sized = (row: Record<string, unknown>, bytes: number) => {
  const text = JSON.stringify(row);
  return text.padEnd(text.length + bytes - Buffer.byteLength(text));
};

const asAttendant = async (path: string, body: unknown) => post(path, body, { ...JSON_TYPE, ...(await attendants()) });

describe("what one call may bring", () => {
  const KB = 1024;
  test("of a visitor: 64 kB and one row", async () => {
    const rows = (await countRows("parkings")) ?? 0;
    expect((await post("/rest/v1/parkings", sized(VALID_ROWS.parkings, 64 * KB))).status).toBe(201);
    expect((await post("/rest/v1/parkings", sized(VALID_ROWS.parkings, 64 * KB + 1))).status).toBe(413);
    expect((await post("/rest/v1/parkings", [VALID_ROWS.parkings])).status).toBe(201);
    expect((await post("/rest/v1/parkings", [VALID_ROWS.parkings, VALID_ROWS.parkings])).status).toBe(413);
    expect(await countRows("parkings")).toBe(rows + 2);
  });

  test("a message with its signature: 1.2 MB", async () => {
    const message = { ...VALID_ROWS.contact_messages, signature: `data:image/png;base64,${"A".repeat(999_000)}` };
    expect((await post("/rest/v1/contact_messages", sized(message, 1200 * KB))).status).toBe(201);
    expect((await post("/rest/v1/contact_messages", sized(message, 1200 * KB + 1))).status).toBe(413);
  });

  test("of who is logged in: 1 MB and 200 rows", async () => {
    const note = VALID_ROWS.web_activity_logs;
    const path = "/rest/v1/web_activity_logs";
    expect((await asAttendant(path, sized(note, 1024 * KB))).status).toBe(201);
    expect((await asAttendant(path, sized(note, 1024 * KB + 1))).status).toBe(413);
    expect((await asAttendant(path, Array(200).fill(note))).status).toBe(201);
    expect((await asAttendant(path, Array(201).fill(note))).status).toBe(413);
  });
});

test.each(["parkings", "property_bids", "web_activity_logs"] as const)(
  "%s: a limit counts rows in every way to write them",
  async (table) => {
    const { action, row } = COUNTED[table];
    const { points } = RATE_LIMITS[action].address;
    const headers = { ...JSON_TYPE, ...(table === "web_activity_logs" ? await attendants() : {}) };
    const paths = [`/rest/v1/${table}`, `/rest/v1/${table}?`, `/rest/v1/${table}?select=id`];
    await product.sql`truncate private.rate_limits`;
    for (const path of paths) expect((await post(path, row, headers)).status).not.toBe(429);
    // The count is set as if so many had been sent from here: sending them takes minutes.
    await product.sql`update private.rate_limits set points = ${points}`;
    for (const path of paths) {
      expect((await post(path, row, headers)).status).toBe(429);
      const spelled = { ...headers, "content-type": "Application/JSON; charset=utf-8" };
      expect((await post(path, row, spelled)).status).toBe(429);
    }
  },
);

/** Features of a library that nobody uses: the request and the status of its refusal. */
const FEATURES: [string, PlainRequest, number][] = [
  ["embedding", { method: "GET", path: "/rest/v1/properties?select=id,property_bids(*)" }, 400],
  ["embedding without a list", { method: "GET", path: "/rest/v1/properties?select=*,...property_bids(amount)" }, 400],
  ["a filter of what is embedded", { method: "GET", path: "/rest/v1/properties?property_bids.amount=gt.1" }, 400],
  ["CSV to read", { method: "GET", path: "/rest/v1/main_page_sites", headers: { accept: "text/csv" } }, 406],
  [
    "the plan",
    { method: "GET", path: "/rest/v1/main_page_sites", headers: { accept: "application/vnd.pgrst.plan+json" } },
    406,
  ],
  [
    "an upsert",
    {
      method: "POST",
      path: "/rest/v1/parkings?on_conflict=id",
      headers: { ...JSON_TYPE, prefer: "resolution=merge-duplicates" },
      body: JSON.stringify(VALID_ROWS.parkings),
    },
    400,
  ],
  [
    "an upsert by Prefer alone",
    {
      method: "POST",
      path: "/rest/v1/parkings",
      headers: { ...JSON_TYPE, prefer: "resolution=ignore-duplicates" },
      body: JSON.stringify(VALID_ROWS.parkings),
    },
    400,
  ],
  ["a regular expression", { method: "GET", path: "/rest/v1/main_page_sites?name=match.^(a%2B)%2B$" }, 400],
  ["one in any case", { method: "GET", path: "/rest/v1/main_page_sites?name=imatch.a" }, 400],
  ["a pattern", { method: "GET", path: "/rest/v1/main_page_sites?name=ilike.*a*" }, 400],
  ["full text", { method: "GET", path: "/rest/v1/main_page_sites?name=fts(english).a" }, 400],
  ["a list that contains", { method: "GET", path: "/rest/v1/properties?features=cs.{a}" }, 400],
  ["a cast", { method: "GET", path: "/rest/v1/main_page_sites?select=id::text" }, 400],
  ["an aggregate", { method: "GET", path: "/rest/v1/main_page_sites?select=id.count()" }, 400],
  ["an arrow", { method: "GET", path: "/rest/v1/main_page_sites?select=name->a" }, 400],
  ["a negated filter", { method: "GET", path: "/rest/v1/main_page_sites?name=not.eq.a" }, 400],
  [
    "a dry run",
    {
      method: "POST",
      path: "/rest/v1/parkings",
      headers: { ...JSON_TYPE, prefer: "tx=rollback" },
      body: JSON.stringify(VALID_ROWS.parkings),
    },
    400,
  ],
  ["a planned count", { method: "GET", path: "/rest/v1/main_page_sites", headers: { prefer: "count=planned" } }, 400],
  [
    "an estimated count",
    { method: "GET", path: "/rest/v1/main_page_sites", headers: { prefer: "count=estimated" } },
    400,
  ],
  ["the description of all tables", { method: "GET", path: "/rest/v1/" }, 404],
  ["the same as OpenAPI", { method: "GET", path: "/rest/v1/", headers: { accept: "application/openapi+json" } }, 404],
  [
    "a row that is put",
    {
      method: "PUT",
      path: "/rest/v1/parkings?id=eq.00000000-0000-4000-8000-000000000001",
      headers: JSON_TYPE,
      body: JSON.stringify({ id: "00000000-0000-4000-8000-000000000001", ...VALID_ROWS.parkings }),
    },
    405,
  ],
  [
    "a function by GET",
    { method: "GET", path: "/rest/v1/rpc/get_user_role?_user_id=00000000-0000-4000-8000-000000000001" },
    405,
  ],
  [
    "a function by HEAD",
    { method: "HEAD", path: "/rest/v1/rpc/get_user_role?_user_id=00000000-0000-4000-8000-000000000001" },
    405,
  ],
  ["the verbs that a table has", { method: "OPTIONS", path: "/rest/v1/main_page_sites" }, 405],
];

test.each(FEATURES)("%s is not answered", async (_what, request, status) => {
  await expectNoWorkOf(async () => expect((await send(request)).status).toBe(status));
});

test("a header Range takes no part of the rows", async () => {
  const path = "/rest/v1/main_page_sites?select=id";
  const whole = await send({ method: "GET", path });
  const part = await send({ method: "GET", path, headers: { range: "0-0", "range-unit": "items" } });
  expect([whole.text, "refused"]).toContain(part.status < 400 ? part.text : "refused");
  expect(JSON.parse(whole.text)).not.toHaveLength(1);
});
