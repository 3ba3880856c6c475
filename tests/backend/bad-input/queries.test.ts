// Bad filters, lists of columns, pages, headers and arguments: the addresses of the table API, and every function that it calls.
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { SEVERAL_PRODUCTS } from "#tests/support/run/patience.ts";
import { PROFILES, attackedServer } from "#tests/support/server/attacked-server.ts";
import { INHERITED_NAMES, hostileHeader, hostileQuery } from "#tests/support/bad-input/hostile-queries.ts";
import {
  expectMannerly,
  hostileText,
  hostileValue,
  isBroken,
  send,
  wellFormed,
} from "#tests/support/bad-input/hostile.ts";
import { VALID_ROWS, insertRow } from "#tests/support/rows/rows.ts";

const METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"] as const;
const NOBODY = "00000000-0000-4000-8000-000000000000";

/** Arguments as the address of a GET has them. */
const asQuery = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])
    .map((pair) => pair.map((part) => encodeURIComponent(wellFormed(part.slice(0, 2000)))).join("="))
    .join("&");

describe.each(PROFILES)("%s", (profile) => {
  const attacked = attackedServer({ profile });
  let kept: string;
  beforeAll(async () => {
    kept = await insertRow(attacked.server.sql, "parkings", { ref_number: "KEPT" });
  });

  const call = (method: string, path: string, headers: Record<string, string> = {}, body = "{}") =>
    send(`${attacked.server.url}/rest/v1/${path}`, {
      method,
      headers: { apikey: attacked.server.publishableKey, "content-type": "application/json", ...headers },
      ...(["GET", "HEAD"].includes(method) ? {} : { body }),
    });

  test("addresses that are not understood are refused with a reason", async () => {
    const property = fc.asyncProperty(
      fc.constantFrom("GET", "HEAD", "POST", "PUT"),
      hostileQuery(),
      async (method, text) => {
        await expectMannerly(await call(method, `parkings?${text}`));
      },
    );
    await attacked.holds(property, 220);
  });

  test("a filter that is not understood never widens a change or a removal", async () => {
    const property = fc.asyncProperty(fc.constantFrom("PATCH", "DELETE"), hostileQuery(), async (method, text) => {
      await expectMannerly(await call(method, `main_page_sites?id=eq.${NOBODY}&${text}`, {}, '{"name":"changed"}'));
      await expectMannerly(await call(method, `parkings?${text}&id=eq.${NOBODY}`, {}, '{"street":"changed"}'));
    });
    await attacked.holds(property, 90);
    const { sql } = attacked.server;
    expect(await sql`select id from public.parkings where id = ${kept} and street <> 'changed'`).toHaveLength(1);
  });

  test.each(INHERITED_NAMES)("names that every object has are no columns: %s", async (name) => {
    const key = { apikey: attacked.server.secretKey };
    const queries = [
      `${name}=eq.1`,
      `"${name}"=eq.1`,
      `x.${name}=eq.1`,
      `${name}!x=eq.1`,
      `select=${name}`,
      `street=${name}.1`,
    ];
    for (const query of [...queries, `order=${name}`, `select=${name}(id)`, `or=(${name}.eq.1)`]) {
      for (const method of ["GET", "DELETE"]) {
        expect((await expectMannerly(await call(method, `parkings?${query}`, key))).status).toBe(400);
      }
    }
    for (const query of [`columns=${name}`, `on_conflict=${name}`, ""]) {
      const answer = await call("POST", `parkings?${query}`, key, `{"${name}":1}`);
      expect((await expectMannerly(answer)).status).toBe(400);
    }
    // The filter beside it stays what it was.
    expect(await (await call("GET", `parkings?id=eq.${NOBODY}`, key)).json()).toEqual([]);
  });

  test("a text with a name that every object has is found like any other", async () => {
    await insertRow(attacked.server.sql, "parkings", { ref_number: "__proto__", street: "constructor" });
    const query = "select=street&ref_number=eq.__proto__&street=eq.constructor";
    const found = await call("GET", `parkings?${query}`, { apikey: attacked.server.secretKey });
    expect(await found.json()).toEqual([{ street: "constructor" }]);
  });

  test("headers that are not understood are refused with a reason, or left aside", async () => {
    const path = fc.constantFrom(
      "parkings",
      `parkings?id=eq.${NOBODY}`,
      "rpc/search_parkings?query=a",
      "units?limit=1",
    );
    const headers = fc.array(hostileHeader(), { minLength: 1, maxLength: 3 });
    const property = fc.asyncProperty(fc.constantFrom(...METHODS), path, headers, async (method, name, pairs) => {
      const body = JSON.stringify(VALID_ROWS.parkings);
      await expectMannerly(await call(method, name, Object.fromEntries(pairs), body));
    });
    await attacked.holds(property, 220);
  });

  test.each([
    ["private", "settings"],
    ["private", "server_secrets"],
    ["auth", "users"],
    ["storage", "objects"],
    ["pg_catalog", "pg_authid"],
  ])("schema %s stays closed", async (schema, table) => {
    const apikey = attacked.server.secretKey;
    const read = await call("GET", table, { apikey, "Accept-Profile": schema });
    expect((await expectMannerly(read)).status).toBe(406);
    const written = await call("POST", table, { apikey, "Content-Profile": schema });
    expect((await expectMannerly(written)).status).toBe(406);
  });

  test("every function refuses hostile arguments with a reason, or answers", SEVERAL_PRODUCTS, async () => {
    const { sql, secretKey: apikey } = attacked.server;
    const functions = await sql<{ name: string; parameters: string[] }[]>`
      select p.proname as name, coalesce(p.proargnames, '{}') as parameters from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`;
    expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining(["search_parkings", "get_user_role"]));
    for (const { name, parameters } of functions) {
      const parameter = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...parameters, "nope") }, hostileText());
      const values = fc.dictionary(parameter, hostileValue(), { maxKeys: 4 });
      const property = fc.asyncProperty(fc.constant(name), values, async (_, given) => {
        await expectMannerly(await call("GET", `rpc/${name}?${asQuery(given)}`, { apikey }));
        const { status } = await expectMannerly(await call("POST", `rpc/${name}`, { apikey }, JSON.stringify(given)));
        expect(isBroken(given) ? status >= 400 : true).toBe(true);
      });
      await attacked.holds(property, 35);
    }
  });

  const find = async (query: string) => {
    const answer = await call("POST", "rpc/search_parkings", {}, JSON.stringify({ query }));
    return ((await answer.json()) as unknown[]).length;
  };

  // Nobody without an account searches in the profile hardened.
  test.runIf(profile === "specified")("what is searched for is never a pattern", async () => {
    const mark = randomUUID();
    await insertRow(attacked.server.sql, "parkings", { street: `${mark} 100%_\\'";*` });
    expect(await find(`${mark} 100%_\\'";*`)).toBe(1);
    for (const text of [`${mark}%`, `${mark}_100`, `${mark.slice(0, -1)}_`, `${mark}*`, `${mark}\\`, "' or '1'='1"]) {
      expect([text, await find(text)]).toEqual([text, 0]);
    }
  });
});
