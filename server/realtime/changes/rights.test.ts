import { expect, test } from "vitest";
import type { Database } from "#server/database/driver/connect.ts";
import type { Identity } from "#server/callers/identity.ts";
import type { Table } from "./changes.ts";
import { type Answer, Rights } from "./rights.ts";

const TABLE: Table = { oid: 1, schema: "public", name: "notes", columns: [], keyColumns: [] };
const LOGINS: Identity[] = ["a", "b"].map((account) => ({
  key: account,
  role: "authenticated",
  claims: {},
  account,
  login: "1",
  expiresAt: null,
}));

/** A database whose logins all have the same rights, in a life that the test names. */
function database() {
  const asked: number[] = [];
  let life: string | null = "first";
  const query = () => {
    asked.push(LOGINS.length);
    return Promise.resolve({
      rows: LOGINS.map((_login, index) => ({ n: index + 1, rights: "same", until: null, snapshot: "1:1:", life })),
    });
  };
  const said = (kind: Answer["kind"], body: string | null): Answer => ({
    kind,
    reader: 0,
    visible: null,
    role_name: "authenticated",
    body,
    life,
  });
  return {
    asked,
    database: { query } as unknown as Database,
    begin: (name: string | null) => void (life = name),
    answers: () => [said("shares", "true"), said("now", "2:2:")],
  };
}

test("logins of the same rights share an answer for as long as the database lives", async () => {
  const { asked, begin, answers, ...parts } = database();
  const rights = new Rights();
  const represent = async () => new Set((await rights.represent(parts.database, LOGINS)).values()).size;
  expect(await represent()).toBe(1);
  expect(rights.accept(TABLE, LOGINS, answers())).toBe(true);
  expect(await represent()).toBe(1);
  expect(asked).toHaveLength(1);

  // Notes of the life before are gone: the rights are learned anew, and the question is asked again.
  begin("second");
  expect(rights.accept(TABLE, LOGINS, answers())).toBe(false);
  expect(rights.basis).toBeNull();
  expect(await represent()).toBe(1);
  expect(asked).toHaveLength(2);
  expect(rights.accept(TABLE, LOGINS, answers())).toBe(true);
});

test("a life without a name shares nothing", async () => {
  const { begin, ...parts } = database();
  const rights = new Rights();
  begin(null);
  const representatives = await rights.represent(parts.database, LOGINS);
  expect([...representatives.values()]).toEqual(LOGINS);
  expect(rights.accept(TABLE, LOGINS, parts.answers())).toBe(false);
});
