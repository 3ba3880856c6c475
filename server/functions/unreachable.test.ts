// What the edge functions answer while what they ask cannot be reached.
import { expect, test } from "vitest";
import { handleCreateAdminUser } from "#functions/create-admin-user/handler.ts";
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
  },
);

/** A database with one mail of an invitation, and what it was told of it. */
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
