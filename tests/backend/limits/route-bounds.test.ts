// Bounds of each route (server/http/bounds.ts): the most is taken and one more refused, on the real server; and nothing of a body is read
// before it is known who asks.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import { type RouteBounds, ROUTES, type OwnRoutes, tableRoutes } from "#server/http/bounds.ts";
import { functions } from "#server/product/functions.ts";
import { PRODUCT_ROUTES } from "#server/product/routes.ts";
import { sendEndless } from "#tests/support/bad-input/endless-request.ts";
import { makeAccount } from "#tests/support/people/logged-in.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";
import { ALL_ROUTES, limitsOf, writeBounds } from "#tools/route-bounds.ts";

const OWN: OwnRoutes = PRODUCT_ROUTES;

/** Bytes of a body that never ends: more than a network holds. */
const LITTLE = 256 * 1024;

const NOBODY = "00000000-0000-4000-8000-000000000000";

test("docs/security.md shows the table as it is", () => {
  const page = readFileSync("docs/security.md", "utf8");
  expect(writeBounds(page), "npx tsx tools/route-bounds.ts").toBe(page);
});

test("every function of the registry has its bounds", () => {
  for (const name of functions.keys()) expect(Object.keys(PRODUCT_ROUTES)).toContain(`POST /functions/v1/${name}`);
});

test("every limit is that of a route", () => {
  expect([...new Set(Object.values(ALL_ROUTES).flatMap(limitsOf))].toSorted()).toEqual(
    Object.keys(RATE_LIMITS).toSorted(),
  );
});

test("every row of the product is of a table or a function that the database has", async () => {
  const offered = await specified.sql`
    select 'rpc/' || proname as name from pg_proc where pronamespace = 'public'::regnamespace
    union all select relname from pg_class where relnamespace = 'public'::regnamespace`;
  const names = new Set(offered.map(({ name }) => name as string));
  expect([...tableRoutes(PRODUCT_ROUTES).keys()].filter((name) => !names.has(name))).toEqual([]);
});

test("every function that keeps an answer of each call has a limit", async () => {
  const keeping = await specified.sql`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%keep_answer%' order by 1`;
  const unlimited = keeping.filter(({ name }) => OWN[`POST /rest/v1/rpc/${name}`]?.counts === undefined);
  expect(unlimited).toEqual([]);
});

/** Functions that change rows and need no limit: what they write is there once, however often they are called. */
const WITHOUT_LIMIT = [
  "acknowledge_notice",
  "cancel_signup",
  "confirm_follow",
  "end_account_notices",
  "end_follow",
  "my_bids",
  // An alarm is never refused, and a code of 80 bits is not guessed.
  "raise_alarm",
  "see_notice",
  "use_recovery_code",
];

test("every function that changes rows has a limit, unless it writes once", async () => {
  const changing = await specified.sql`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v'
      and (has_function_privilege('authenticated', oid, 'execute') or has_function_privilege('anon', oid, 'execute')) order by 1`;
  const unlimited = changing.filter(({ name }) => OWN[`POST /rest/v1/rpc/${name}`]?.counts === undefined);
  expect(unlimited.map(({ name }) => name as string)).toEqual(WITHOUT_LIMIT);
});

let specified: TestServer;
let hardened: TestServer;
/** The body for an e-mail account. */
let token: string;
/** The body for signed addresses. */
let signed: { upload: string; read: string };
/** A server without a front end says 503 to whoever opens a page. */
const webDir = mkdtempSync(join(tmpdir(), "parkering-front-"));
writeFileSync(join(webDir, "index.html"), "<!doctype html>");
const begin = (profile: "specified" | "hardened") => startTestServer({ profile, rateLimits: "none", webDir });
beforeAll(async () => {
  [specified, hardened] = await Promise.all([begin("specified"), begin("hardened")]);
  ({ token } = await makeAccount(specified.sql, "employee"));
  const photos = specified.client().storage.from("shift-images");
  const { data } = await photos.createSignedUploadUrl("vakt01/signed.png");
  signed = { upload: data?.token ?? "", read: "a.b.c" };
});
afterAll(async () => {
  await Promise.all([specified, hardened].map((server) => server.stop()));
  rmSync(webDir, { recursive: true, force: true });
});

type Who = "visitor" | "others";
type Asked = {
  name: string;
  bounds: RouteBounds;
  who: Who;
  method: string;
  path: () => string;
  headers: () => Record<string, string>;
};

/** Values for `<>` and behind `:`, where the caller chooses them. */
const pathOf = (name: string, who: Who) =>
  name
    .slice(name.indexOf(" ") + 1)
    .replace("<table>", name.startsWith("PATCH") ? "main_page_sites" : "parkings")
    .replace("<function>", who === "visitor" ? "get_user_role" : "search_parkings")
    .replace("<bucket>", "shift-images")
    .replace("<key>", "vakt01/a.png")
    .replace(/:\w+/g, NOBODY)
    .replace("?token", `?token=${name.startsWith("PUT") ? signed.upload : signed.read}`)
    .replace("vakt01/a.png?", name.startsWith("PUT") ? "vakt01/signed.png?" : "vakt01/a.png?")
    .replace(/,.*/, "")
    .replace("/<page>", "/");

const serverOf = (who: Who) => (who === "visitor" ? hardened : specified);

function headersOf({ grant }: RouteBounds, who: Who): Record<string, string> {
  const { publishableKey, secretKey } = serverOf(who);
  const isSecret = grant.includes("secret");
  const bearer = grant.includes("a token") ? { authorization: `Bearer ${token}` } : {};
  return { apikey: isSecret ? secretKey : publishableKey, "content-type": "application/json", ...bearer };
}

/** Routes with bounds of their own: those of the services, and the product's that are larger or smaller than other routes of a service. */
const BOUNDED = Object.entries(ALL_ROUTES).filter(([name]) => name in ROUTES || "bytes" in (OWN[name] ?? {}));
const HTTP = BOUNDED.filter(([name]) => !name.includes("realtime"));
/** `PATCH` is granted to no visitor. */
const ofVisitors = (name: string, { bytes }: RouteBounds) => typeof bytes !== "number" && !name.startsWith("PATCH");

const asked = (name: string, bounds: RouteBounds, who: Who): Asked => ({
  name,
  bounds,
  who,
  method: name.split(" ", 1)[0] ?? "",
  path: () => pathOf(name, who),
  headers: () => headersOf(bounds, who),
});
const ALL = HTTP.flatMap(([name, bounds]) => [
  asked(name, bounds, "others"),
  ...(ofVisitors(name, bounds) ? [asked(name, bounds, "visitor")] : []),
]);
const bytesOf = ({ bounds, who }: Asked) => (typeof bounds.bytes === "number" ? bounds.bytes : bounds.bytes[who]);
const WITH_BODY = ALL.filter((each) => bytesOf(each) > 0);

const send = ({ method, path, headers, who }: Asked, body: BodyInit, more: Record<string, string> = {}) =>
  fetch(serverOf(who).url + path(), {
    method,
    headers: { ...headers(), ...more },
    body,
    duplex: "half",
  } as RequestInit);

const titled = (list: Asked[]) => list.map((each): [string, Asked] => [`${each.name} (${each.who})`, each]);

const bodyOf = (bytes: number) => new Uint8Array(Buffer.concat([Buffer.from("{}"), Buffer.alloc(bytes - 2, " ")]));

test.each(titled(WITH_BODY))("bytes: %s takes the most, and refuses one more", async (_name, each) => {
  const most = bytesOf(each);
  const isUpload = each.bounds.connections === "uploads";
  const type = isUpload ? { "content-type": "image/png" } : {};
  const taken = await send(each, bodyOf(most), type);
  await taken.text();
  expect(taken.status).not.toBe(413);
  expect(taken.status).toBeLessThan(500);
  const refused = await send(each, bodyOf(most + 1), type);
  await refused.text();
  expect(refused.status).toBe(413);
  // The storage wants to know how long a body is.
  const pieces = await send(each, new Blob([bodyOf(most + 1)]).stream(), type);
  await pieces.text();
  expect(pieces.status).toBe(each.path().startsWith("/storage/") ? 411 : 413);
});

const withValues = (count: number) => `{"a":[${"1,".repeat(count - 2)}1]}`;

test.each(titled(WITH_BODY.filter(({ bounds }) => bounds.values > 0)))(
  "values: %s looks at the most, and refuses one more unread",
  async (_name, each) => {
    const most = each.bounds.values;
    const manyOf = async (count: number) => (await send(each, withValues(count))).text();
    expect(await manyOf(most)).not.toContain("holds more than");
    expect(await manyOf(most + 1)).toContain(`holds more than ${most} values`);
  },
);

const rows = (count: number) => JSON.stringify(Array.from({ length: count }, () => VALID_ROWS.parkings));
const paths = (count: number) =>
  JSON.stringify({ expiresIn: 60, paths: Array.from({ length: count }, (_, n) => `${n}`) });

test.each(["visitor", "others"] as const)("rows of %s: the most are stored, and one more none of them", async (who) => {
  const most = ROUTES["POST /rest/v1/<table>"].rows[who];
  const insert = asked("POST /rest/v1/<table>", ROUTES["POST /rest/v1/<table>"], who);
  const kept = () => serverOf(who).sql`select from parkings`.then((found) => found.length);
  const before = await kept();
  expect((await send(insert, rows(most + 1))).status).toBe(413);
  expect(await kept()).toBe(before);
  expect((await send(insert, rows(most))).status).toBe(201);
  expect(await kept()).toBe(before + most);
});

test("rows of an answer, and paths: the most, and no more", async () => {
  const most = ROUTES["GET /rest/v1/<table>"].rows;
  await specified.sql`insert into web_activity_logs (user_type, user_id, action, page_url)
    select 'attendant', 'vakt01', 'login', '/' from generate_series(1, ${most + 1})`;
  const { data } = await specified
    .client()
    .from("web_activity_logs")
    .select("id")
    .limit(most + 1);
  expect(data).toHaveLength(most);
  const sign = asked(
    "POST /storage/v1/object/sign/<bucket>",
    ROUTES["POST /storage/v1/object/sign/<bucket>"],
    "others",
  );
  expect((await send(sign, paths(ROUTES["POST /storage/v1/object/sign/<bucket>"].rows))).status).toBe(200);
  expect((await send(sign, paths(ROUTES["POST /storage/v1/object/sign/<bucket>"].rows + 1))).status).toBe(400);
});

test("a caller without a right is answered before any byte of an endless body, at every route", async () => {
  const answers = await Promise.all(
    ALL.filter(({ bounds }) => bounds.grant !== "nothing").map(async ({ name, method, path, who }) => {
      const { status, closed } = sendEndless(
        serverOf(who).url,
        {
          method,
          path: path().replace(/token=.*/, "token=a.b.c"),
        },
        LITTLE,
      );
      const told = await status;
      await closed;
      // A signature is of an address; the storage first wants to know how long a body is.
      return [401, 411, 400].includes(told) ? [] : [`${name}: ${told}`];
    }),
  );
  expect(answers.flat()).toEqual([]);
});

test("a body that nobody reads is not waited for", async () => {
  const answers = await Promise.all(
    ALL.filter((each) => bytesOf(each) === 0).map(async ({ name, method, path, headers, who }) => {
      const { status, closed } = sendEndless(serverOf(who).url, { method, path: path(), headers: headers() }, LITTLE);
      const told = await status;
      await closed;
      return told >= 200 && told < 500 ? [] : [`${name}: ${told}`];
    }),
  );
  expect(answers.flat()).toEqual([]);
});

test("a caller without any grant is refused before the body: a visitor's changes in `hardened`", async () => {
  const headers = { apikey: hardened.publishableKey, "content-type": "application/json" };
  for (const [method, path, name] of [
    ["PATCH", `/rest/v1/parkings?id=eq.${NOBODY}`, "table parkings"],
    ["POST", "/rest/v1/main_page_sites", "table main_page_sites"],
    ["POST", "/rest/v1/rpc/list_own_logins", "function list_own_logins"],
  ] as const) {
    expect(await sendEndless(hardened.url, { method, path, headers }, LITTLE).status).toBe(401);
    const answer = await fetch(hardened.url + path, { method, headers, body: "{}" });
    expect(await answer.json()).toMatchObject({ code: "42501", message: `permission denied for ${name}` });
  }
  const upload = { method: "POST", path: "/storage/v1/object/shift-images/vakt01/a.png" };
  const told = { apikey: hardened.publishableKey, "content-type": "image/png", "content-length": "1000000" };
  expect(await sendEndless(hardened.url, { ...upload, headers: told }, 1000).status).toBe(400);
});

const joinAs = (access_token: string) => JSON.stringify(["1", "1", "realtime:a", "phx_join", { access_token }]);

test("a token in other letters is none, at every service", async () => {
  const { token: fresh } = await makeAccount(specified.sql, "employee");
  // The last letter of a signature has two bits that mean nothing.
  const last = fresh.at(-1) ?? "";
  const alike = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_").filter(
    (letter) =>
      letter !== last && Buffer.from(fresh.slice(0, -1) + letter, "base64url").equals(Buffer.from(fresh, "base64url")),
  );
  const spelled = [`${fresh}=`, `${fresh}==`, fresh.replace(".", "=."), `${fresh.slice(0, -1)}${alike[0] ?? "="}`];
  for (const path of [
    "/rest/v1/profiles?select=id&limit=1",
    "/auth/v1/user",
    "/storage/v1/object/shift-images/vakt01/a.png",
  ]) {
    const ask = (bearer: string) =>
      fetch(specified.url + path, { headers: { apikey: specified.publishableKey, authorization: `Bearer ${bearer}` } });
    expect([200, 400]).toContain((await ask(fresh)).status);
    for (const each of spelled) expect([401, 403]).toContain((await ask(each)).status);
  }
  expect(await say(joinAs(fresh))).toMatchObject({ status: "ok" });
  for (const each of spelled) expect(await say(joinAs(each))).toMatchObject({ status: "error" });
});

type Told = { status: string; response: { reason?: string } };

/** The answer to a frame, or the code with which the socket ends. */
async function say(text: string): Promise<{ status?: string; reason?: string } | number> {
  const url = specified.url.replace("http", "ws");
  const socket = new WebSocket(`${url}/realtime/v1/websocket?apikey=${specified.publishableKey}&vsn=2.0.0`);
  socket.on("error", () => undefined);
  await once(socket, "open");
  const closed = once(socket, "close").then(([code]) => code as number);
  const answered = once(socket, "message").then(([data]) => {
    const [, , , , payload] = JSON.parse(String(data)) as [unknown, unknown, unknown, unknown, Told];
    return { status: payload.status, reason: payload.response.reason };
  });
  socket.send(text);
  const told = await Promise.race([closed, answered]);
  socket.terminate();
  return told as { status?: string } | number;
}

const frameOf = (bytes: number) => `["1","1","phoenix","heartbeat",{}${" ".repeat(bytes - 34)}]`;

const joinOf = (counts: number[]) =>
  JSON.stringify([
    "1",
    "1",
    "realtime:a",
    "phx_join",
    {
      config: {
        postgres_changes: counts.map((count) => ({
          event: "*",
          schema: "public",
          table: "parkings",
          filter: `street=in.(${Array.from({ length: count }, (_, n) => n).join()})`,
        })),
      },
    },
  ]);

describe("frames", () => {
  const bounds = ROUTES["GET /realtime/v1/websocket"];

  test("bytes: the most is read, and one more ends the socket", async () => {
    expect(frameOf(bounds.bytes)).toHaveLength(bounds.bytes);
    expect(await say(frameOf(bounds.bytes))).toMatchObject({ status: "ok" });
    expect(await say(frameOf(bounds.bytes + 1))).toBe(1009);
  });

  test("values: filters of a join name the most, and one more is refused before any is read", async () => {
    const hundreds = Array.from({ length: bounds.values / 100 }, () => 100);
    expect(await say(joinOf(hundreds))).toMatchObject({ status: "ok" });
    expect(await say(joinOf([...hundreds, 1]))).toMatchObject({
      status: "error",
      reason: `join refused: at most ${bounds.values} values in the filters of a channel`,
    });
  });
});
