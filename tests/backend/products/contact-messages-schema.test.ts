// The form's schema and the database refuse the same contact messages.
import { safeParse } from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contactMessageSchema } from "#data/contact_messages/schema.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const texts = {
  nameMissing: "name",
  subjectMissing: "subject",
  emailMissing: "email",
  emailWrong: "email",
  messageMissing: "message",
  signatureRequired: "signature",
  signBefore: "signature",
};
const RIGHT = {
  name: "Åsa Öberg",
  subject: "Fråga",
  email: "asa@parkering.example",
  message: "Hej!",
  signature: "data:image/png;base64,AAAA",
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The code of the table's answer to a visitor with the public key; null when it took the message. */
async function store(message: typeof RIGHT): Promise<string | null> {
  const { error } = await server.client().from("contact_messages").insert(message);
  return error?.code ?? null;
}

test.each([
  ["as people write them", {}, true],
  ["a name of 200 characters", { name: "å".repeat(200) }, true],
  ["a name of 201", { name: "å".repeat(201) }, false],
  ["a blank name", { name: "   " }, false],
  ["a subject of 300", { subject: "ö".repeat(300) }, true],
  ["a subject of 301", { subject: "ö".repeat(301) }, false],
  ["a blank subject", { subject: "" }, false],
  ["no e-mail", { email: "" }, false],
  ["a message of 10 000", { message: "x".repeat(10_000) }, true],
  ["a message of 10 001", { message: "x".repeat(10_001) }, false],
  ["a blank message", { message: " \n " }, false],
  ["a signature of 1 000 000", { signature: "x".repeat(1_000_000) }, true],
  ["a signature of 1 000 001", { signature: "x".repeat(1_000_001) }, false],
])("%s", async (_name, change, isRight) => {
  const message = { ...RIGHT, ...change };
  expect(safeParse(contactMessageSchema(texts), message).success).toBe(isRight);
  expect(await store(message)).toBe(isRight ? null : "23514");
});
