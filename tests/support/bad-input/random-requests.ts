// Random requests and frames, made of real ones: one or two things in each are changed. The same seed gives the same requests.
import * as fc from "fast-check";
import { hostileHeader, hostileQuery } from "#tests/support/bad-input/hostile-queries.ts";
import { hostileText, hostileValue, wellFormed } from "#tests/support/bad-input/hostile.ts";
import { GOOD } from "#tests/support/bad-input/good-requests.ts";
import type { PlainRequest } from "#tests/support/bad-input/plain-request.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const json = (method: string, path: string, body: object): PlainRequest => ({
  method,
  path,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const plain = (method: string, path: string): PlainRequest => ({ method, path });

/** A form with a file, as supabase-js sends it from a browser. */
const FORM: PlainRequest = {
  method: "POST",
  path: "/storage/v1/object/shift-images/vakt01/a.png",
  headers: { "content-type": "multipart/form-data; boundary=x" },
  body: [
    '--x\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n',
    '--x\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\nContent-Type: image/png\r\n\r\nno picture\r\n--x--\r\n',
  ].join(""),
};

/** Real requests of every service. Requests that cost the server much stand in the list once. */
const REAL: readonly PlainRequest[] = [
  ...Object.values(GOOD),
  ...Object.values(GOOD),
  json("POST", "/rest/v1/contact_messages", VALID_ROWS.contact_messages),
  json("POST", "/rest/v1/parkings", [VALID_ROWS.parkings, VALID_ROWS.parkings]),
  json("POST", "/rest/v1/web_activity_logs", VALID_ROWS.web_activity_logs),
  json("POST", "/rest/v1/rpc/look_up_case", { case_number: 1_000_001, plate: "ABC123" }),
  json("POST", "/rest/v1/rpc/check_plate", { project: "ostra-hamnen", plate: "ABC123", check_id: NOBODY }),
  json("POST", "/rest/v1/rpc/case_by_key", { public_key: "A".repeat(22) }),
  json("POST", "/rest/v1/rpc/book_payments", { project: "ostra-hamnen", rows: [], file: {}, acting_as: "admin01" }),
  json("POST", "/auth/v1/token?grant_type=password", { email: "nobody@example.com", password: "Fel-7410" }),
  json("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token: "A".repeat(32) }),
  json("PUT", "/auth/v1/user", { password: "Valt-7410-nu" }),
  plain("GET", "/auth/v1/user"),
  json("POST", "/auth/v1/factors", { factor_type: "totp", friendly_name: "a" }),
  json("POST", `/auth/v1/factors/${NOBODY}/verify`, { challenge_id: NOBODY, code: "000000" }),
  FORM,
  FORM,
  json("POST", "/storage/v1/object/sign/shift-images", { expiresIn: 60, paths: ["vakt01/a.png", "vakt01/b.png"] }),
  json("DELETE", "/storage/v1/object/shift-images", { prefixes: ["vakt01/a.png"] }),
  plain("POST", "/storage/v1/object/upload/sign/shift-images/vakt01/c.png"),
  plain("GET", "/storage/v1/object/public/shift-images/vakt01/a.png"),
  plain("GET", "/storage/v1/object/sign/shift-images/vakt01/a.png?token=a.b.c"),
  json("POST", "/functions/v1/public-case", { case_number: 1_000_001, plate: "ABC123" }),
  json("POST", "/functions/v1/public-case", { action: "send-photos", public_key: "A".repeat(22), reply_key: "B" }),
  json("POST", "/functions/v1/create-admin-user", { action: "set-password", accountId: NOBODY, password: "short" }),
  plain("GET", "/config.json"),
  plain("GET", "/ostra-hamnen/attendant-login"),
];

const join = (...filters: string[]) => ({
  config: { postgres_changes: filters.map((filter) => ({ event: "*", schema: "public", table: "parkings", filter })) },
});
/** Real frames of the realtime protocol. */
const FRAMES: readonly unknown[] = [
  ["1", "1", "realtime:a", "phx_join", join("project_id=eq.ostra-hamnen")],
  [
    "1",
    "2",
    "realtime:b",
    "phx_join",
    join("start_time=gte.2026-11-21T11:00:00+01:00", `id=eq.${NOBODY}`, "active=eq.true"),
  ],
  ["1", "3", "realtime:c", "phx_join", { ...join("street=in.(a,b,c)"), access_token: "a.b.c" }],
  ["1", "4", "realtime:d", "phx_join", { config: { postgres_changes: [{ event: "*", schema: "*", table: "*" }] } }],
  ["1", "5", "realtime:a", "phx_leave", {}],
  ["1", "6", "realtime:a", "access_token", { access_token: "a.b.c" }],
  [null, "7", "phoenix", "heartbeat", {}],
  ["1", "8", "realtime:a", "broadcast", { type: "broadcast", event: "x", payload: {} }],
];

/** Letters that end, repeat or change something where they stand. */
const LETTERS = Array.from("\"'\\{}[](),:;.=&?%#/+-*_<>0129eE \n\r\t\0éå\u202E");

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const inAddress = (text: string) => wellFormed(text).replaceAll(/[^!-~]/gu, (letter) => encodeURIComponent(letter));

export type RandomMaker = { request: () => PlainRequest; frame: () => string; address: () => string };

/** Gives functions that make a random request, frame or address; the same seed gives the same ones. */
export function createRandomMaker(seed: number): RandomMaker {
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 300) => fc.sample(arbitrary, { seed, numRuns });
  // Longer texts are left out here, since another test sends texts of 200 kB.
  const texts = sample(hostileText()).filter((text) => text.length < 20_000);
  const values = sample(hostileValue()).filter((value) => JSON.stringify(value).length < 20_000);
  const [queries, headers] = [sample(hostileQuery()), sample(hostileHeader())];
  const next = numbersOf(seed);
  const below = (count: number) => Math.floor(next() * count);
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

  /** The value with one thing changed, at any depth. */
  const changed = (value: unknown, depth = 0): unknown => {
    if (Array.isArray(value) && value.length > 0 && depth < 6) {
      const at = below(value.length);
      if (next() < 0.1) return [...(value as unknown[]), ...(value as unknown[])];
      return value.map((each, index) => (index === at ? changed(each, depth + 1) : (each as unknown)));
    }
    if (typeof value === "object" && value !== null && depth < 6) {
      const entries = Object.entries(value);
      const at = below(entries.length + 1);
      if (at === entries.length) return { ...value, [oneOf(texts)]: oneOf(values) };
      if (next() < 0.15) return Object.fromEntries(entries.filter((_, index) => index !== at));
      return Object.fromEntries(
        entries.map(([name, each], index) => [name, index === at ? changed(each, depth + 1) : each]),
      );
    }
    if (typeof value === "string" && value !== "" && next() < 0.5) return edited(value);
    return oneOf(values);
  };

  /** The text with some of its letters lost, repeated or replaced. */
  const edited = (text: string): string => {
    const [from, to] = [below(text.length + 1), below(text.length + 1)].toSorted((a, b) => a - b) as [number, number];
    const part = text.slice(from, to);
    const between = oneOf([
      "",
      part + part,
      part + oneOf(LETTERS),
      oneOf(LETTERS),
      oneOf(texts),
      part.toUpperCase(),
      `${part}e131071`,
      part.repeat(Math.min(50, Math.ceil(5000 / Math.max(1, part.length)))),
    ]);
    return text.slice(0, from) + between + text.slice(to);
  };

  const CHANGES: ((request: PlainRequest) => PlainRequest)[] = [
    (request) => ({
      ...request,
      path: inAddress(edited(request.path))
        .replace(/^(?!\/)/, "/")
        .slice(0, 12_000),
    }),
    (request) => ({ ...request, path: `${request.path.split("?", 1)[0]}?${inAddress(oneOf(queries))}` }),
    (request) => ({ ...request, headers: { ...request.headers, ...Object.fromEntries([oneOf(headers)]) } }),
    (request) => ({ ...request, method: oneOf(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) }),
    ...Array.from({ length: 4 }, () => (request: PlainRequest) => ({ ...request, body: changedBody(request) })),
  ];
  const changedBody = ({ body }: PlainRequest): string => {
    const text = body === undefined ? "" : String(body);
    if (!text.startsWith("{") || next() < 0.25) return edited(text);
    try {
      return JSON.stringify(changed(JSON.parse(text)));
    } catch {
      return edited(text);
    }
  };

  return {
    address: () => `203.0.${below(200)}.${below(250)}`,
    request: () => {
      let request = oneOf(REAL);
      for (let count = 1 + below(2); count > 0; count -= 1) request = oneOf(CHANGES)(request);
      return request;
    },
    frame: () => {
      const frame = oneOf(FRAMES);
      const kind = next();
      if (kind < 0.6) return wellFormed(JSON.stringify(changed(frame)));
      return wellFormed(kind < 0.9 ? edited(JSON.stringify(frame)) : edited(JSON.stringify(changed(frame))));
    },
  };
}
