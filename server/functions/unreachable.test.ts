// Answers and log lines of the edge functions, while the services that they ask cannot be reached or break off.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handleCreateAdminUser } from "#functions/create-admin-user/handler.ts";
import { servicesOf } from "#functions/create-admin-user/surroundings.ts";
import { handleDeliverMessages } from "#functions/deliver-messages/handler.ts";
import type { MailAnswer } from "#functions/deliver-messages/mail.ts";
import { handlePublicCase } from "#functions/public-case/handler.ts";

const unreachable = (): Promise<Response> => Promise.reject(new TypeError("connect ECONNREFUSED 10.0.0.7:5432"));

const surroundings = {
  supabaseUrl: "http://localhost:3000",
  secretKey: "secret",
  allowedOrigin: null,
  fetch: unreachable,
} as const;
const delivery = { ...surroundings, mailer: null, publicUrl: null, timeZone: "Europe/Stockholm" };

const asked = (body: object = {}) =>
  new Request("http://localhost:3000/functions/v1/any", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer hemlig" },
    body: JSON.stringify(body),
  });
const account = {
  email: "ny@parkering.example",
  password: "Valt-7410-nu",
  accountType: "employee",
  createdBy: "admin",
};

/** Lines of the log. */
const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(console, "error").mockImplementation((...values: unknown[]) => logged.push(values.map(String).join(" ")));
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ["create-admin-user", () => handleCreateAdminUser(asked(account), { ...surroundings, securityProfile: "hardened" })],
  [
    "create-admin-user of specified",
    () => handleCreateAdminUser(asked(account), { ...surroundings, securityProfile: "specified" }),
  ],
  [
    "public-case, a case",
    () => handlePublicCase(asked({ public_key: "A".repeat(22) }), { ...surroundings, securityProfile: "hardened" }),
  ],
  [
    "public-case, photos",
    () => handlePublicCase(asked({ action: "send-photos" }), { ...surroundings, securityProfile: "hardened" }),
  ],
  ["deliver-messages", () => handleDeliverMessages(asked(), delivery)],
])(
  "%s answers 502, and tells nothing of the cause, while the services behind it cannot be reached",
  async (_, call) => {
    const answer = await call();
    expect(answer.status).toBe(502);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/Please try again\.$/) });
    expect(logged).toEqual([
      expect.stringMatching(/^(GET|POST) \/(auth|rest)\/v1\/\S+ failed: connect ECONNREFUSED 10\.0\.0\.7:5432$/),
    ]);
  },
);

/** An answer whose body breaks off after its beginning. */
const cutOff = (status = 200) =>
  new Response(
    new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('[{"id": "hemlig-rad'));
        stream.error(new TypeError("terminated"));
      },
    }),
    { status },
  );
const noJson = () => new Response("<h1>hemlig-rad</h1>");
const ME = "00000000-0000-0000-0000-00000000000a";

type Fetch = (request: Request) => Response | Promise<Response>;
/** Calls of the edge functions whose answer is read, by their subject. The service that is asked before answers well. */
const READ: [string, (fetch: Fetch) => Promise<Response>][] = [
  [
    "GET /auth/v1/user",
    (fetch) => handleCreateAdminUser(asked(account), { ...surroundings, securityProfile: "hardened", fetch }),
  ],
  [
    "POST /rest/v1/rpc/get_caller",
    (fetch) => {
      const signedIn: Fetch = (request) =>
        request.url.endsWith("/auth/v1/user") ? Response.json({ id: ME }) : fetch(request);
      const around = { ...surroundings, securityProfile: "hardened", fetch: signedIn } as const;
      return handleCreateAdminUser(asked(account), around);
    },
  ],
  [
    "POST /auth/v1/admin/users",
    (fetch) => {
      const noneMade: Fetch = (request) =>
        request.url.endsWith("/find_account") ? Response.json(null) : fetch(request);
      const around = { ...surroundings, securityProfile: "specified", fetch: noneMade } as const;
      return handleCreateAdminUser(asked(account), around);
    },
  ],
  [
    "POST /rest/v1/rpc/case_by_key",
    (fetch) => {
      const around = { ...surroundings, securityProfile: "hardened", fetch } as const;
      return handlePublicCase(asked({ public_key: "A".repeat(22) }), around);
    },
  ],
  ["POST /rest/v1/rpc/take_messages", (fetch) => handleDeliverMessages(asked(), { ...delivery, fetch })],
];
const BROKEN: [string, Fetch, string][] = [
  ["breaks off", () => cutOff(), "terminated"],
  ["is no JSON", noJson, "the answer is no JSON"],
  ["is empty", () => new Response(""), "the answer is no JSON"],
  ["says that the service failed", () => new Response("hemlig-rad", { status: 503 }), "it answered 503"],
  [
    "cannot be asked for at all",
    ({ url }) => {
      throw new TypeError(`error sending request for url (${url}?email=hemlig-rad)`);
    },
    "error sending request for url (…)",
  ],
];

test.each(
  READ.flatMap(([place, call]) => BROKEN.map(([what, fetch, reason]) => ({ place, call, what, fetch, reason }))),
)(
  "an answer of $place that $what is a 502, whose reason stands in the log without what the answer holds",
  async ({ place, call, fetch, reason }) => {
    const answer = await call(fetch);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/Please try again\.$/) });
    expect(logged).toEqual([`${place} failed: ${reason}`]);
  },
);

test.each([
  ["breaks off", () => cutOff()],
  ["is no JSON", noJson],
])("where the answer to a new account %s, nothing is removed: its address may be another person's", async (_, made) => {
  const calls: string[] = [];
  const fetch = (request: Request) => {
    const { pathname } = new URL(request.url);
    calls.push(`${request.method} ${pathname}`);
    return made();
  };
  const around = { ...surroundings, securityProfile: "specified", fetch } as const;
  expect((await handleCreateAdminUser(asked(account), around)).status).toBe(502);
  expect(calls).toEqual(["POST /auth/v1/admin/users"]);
});

test.each(["PUT", "PATCH", "DELETE"])(
  "%s is done when its status says so, though the answer breaks off",
  async (method) => {
    const around = { ...surroundings, securityProfile: "hardened", fetch: () => cutOff() } as const;
    const { call } = servicesOf(around, { account: ME });
    expect(await call(method, `/auth/v1/admin/users/${ME}`, {})).toBeNull();
  },
);

test("an address that is taken is told to be taken, though the answer breaks off", async () => {
  const around = { ...surroundings, securityProfile: "specified", fetch: () => cutOff(409) } as const;
  expect((await handleCreateAdminUser(asked(account), around)).status).toBe(409);
});

/** A database with one mail of an invitation, and a record of the outcome that is noted about it. */
function databaseOf() {
  const settled: unknown[] = [];
  const messages = [
    {
      id: "00000000-0000-0000-0000-000000000001",
      channel: "account-mail",
      event: "invitation",
      facts: {},
      attempts: 1,
      age: 0,
      hook_id: null,
      hook: null,
      email: "ny@parkering.example",
      link_key: "nyckel",
    },
  ];
  const fetch = async (request: Request) => {
    if (request.url.endsWith("take_messages")) return Response.json(messages.splice(0));
    settled.push(await request.json());
    return new Response(null, { status: 204 });
  };
  return { fetch, settled };
}

test("a mail server that fails is a message to be tried again, and no failure of deliver-messages", async () => {
  const { fetch, settled } = databaseOf();
  const mailer = {
    send: (): Promise<MailAnswer> => Promise.resolve({ is: "later", error: "ECONNREFUSED" }),
    close: () => undefined,
  };
  const answer = await handleDeliverMessages(asked(), { ...delivery, publicUrl: "https://p.example", mailer, fetch });
  expect({ status: answer.status, told: await answer.json() }).toEqual({
    status: 200,
    told: { sent: 0, later: 1, givenUp: 0 },
  });
  expect(settled).toMatchObject([{ outcome: "later", error: "ECONNREFUSED", wait_ms: 10_000 }]);
});
