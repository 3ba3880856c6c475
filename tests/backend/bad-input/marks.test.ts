// Long texts of combining marks that stand out of order: to normalize one takes the square of its length, in PostgreSQL without heeding any
// time-out, in Node with everybody waiting.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount } from "#tests/support/people/logged-in.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";
import { callSignIn } from "#tests/support/people/sign-in.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

/** A text of so many letters; 60 000 took PostgreSQL twelve seconds, and Node three. */
const marks = (letters: number) => "a" + "\u0301\u0316".repeat(letters / 2);
/** Milliseconds that are many times what a bounded text takes, and a small part of what the whole text took. */
const SOON_MS = 2000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened" });
});
afterAll(() => server.stop());

async function within(work: PromiseLike<unknown>): Promise<void> {
  const began = performance.now();
  await work;
  expect(performance.now() - began, "milliseconds").toBeLessThan(SOON_MS);
}

test("a visitor's parking is refused before its search text is made, by the constraint of the column that is too long", async () => {
  for (const column of ["car_color", "car_model", "discord_username", "ref_number", "street"]) {
    const row = { ...VALID_ROWS.parkings, [column]: marks(30_000) };
    await within(
      server
        .client()
        .from("parkings")
        .insert(row)
        .then(({ error }) => {
          expect(error).toMatchObject({
            code: "23514",
            message: expect.stringContaining(`"parkings_${column}_length"`),
          });
        }),
    );
  }
});

test("IDs, places and searches of anybody who is signed in are compared by no more than their first letters", async () => {
  // The first two letters are one when they are composed.
  const [keys] = await server.sql<{ id: number; street: number; place: number }[]>`
    select length(private.id_key(t.long)) as id, length(private.place_key(t.long)) as street, length(private.call_place_key(t.letters)) as place
    from (select ${marks(6000)} as long, repeat('å', 6000) as letters) t`;
  expect(keys).toEqual({ id: 399, street: 399, place: 400 });
  const { token } = await makeAccount(server.sql, null);
  const client = server.client({ accessToken: token });
  await within(client.rpc("search_parkings", { query: marks(60_000) }));
  await within(client.rpc("find_cases", { project: "standard", term: marks(60_000) }));
  await within(
    client.rpc("check_plate", {
      project: "standard",
      plate: "ABC123",
      check_id: randomUUID(),
      acting_as: marks(60_000),
    }),
  );
});

test.each(["/token?grant_type=password", "/signup"])(
  "an address that is nobody's is not compared at %s",
  async (path) => {
    const { status, body } = await callSignIn(server, path, {
      body: { email: marks(4000), password: "Kvarnsten-4471" },
    });
    expect([status, body["error_code"], body["msg"]]).toEqual([
      400,
      "validation_failed",
      expect.stringMatching(/^email: /),
    ]);
  },
);
