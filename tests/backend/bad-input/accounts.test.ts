// Bad input for the sign-in service and the edge functions: bodies, tokens, keys, methods.
import * as fc from "fast-check";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { functions } from "#server/product/functions.ts";
import { PROFILES, attackedServer } from "#tests/support/server/attacked-server.ts";
import {
  expectMannerly,
  hostileText,
  hostileValue,
  reasonOf,
  send,
  wellFormed,
} from "#tests/support/bad-input/hostile.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const CONTENT_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
  "x",
];

/** Bodies with the fields that a service knows, and bodies that are none. */
const hostileBody = (fields: readonly string[]): fc.Arbitrary<string> => {
  const good = fc.constantFrom<unknown>(
    "a@example.org",
    "Hemligt-1",
    "create",
    "delete",
    "attendant",
    "admin",
    "member",
  );
  const value = fc.oneof(good, hostileValue());
  const entries = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 6 });
  return fc.oneof(
    { weight: 6, arbitrary: entries.map((body) => JSON.stringify(body)) },
    fc.constantFrom("", " ", "{", "null", "[]", "[{}]", "1", '"x"', "true", "[".repeat(20_000), '{"a":'.repeat(9000)),
    fc.constantFrom('{"__proto__":{"email":"a@b.c"}}', '{"email":{"$ne":null},"password":{"$gt":""}}'),
    hostileText().map(wellFormed),
  );
};

const AUTH_FIELDS = ["email", "password", "data", "phone", "gotrue_meta_security", "refresh_token", "token", "type"];
const ADMIN_FIELDS = [
  "email",
  "password",
  "email_confirm",
  "user_metadata",
  "app_metadata",
  "role",
  "id",
  "ban_duration",
];
const FUNCTION_FIELDS = [
  "email",
  "password",
  "accountType",
  "createdBy",
  "action",
  "kind",
  "project",
  "userId",
  "accountId",
  "discordUsername",
  "name",
];

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe.each(PROFILES)("%s", (profile) => {
  const attacked = attackedServer({ profile });

  const call = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    send(attacked.server.url + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined || ["GET", "HEAD"].includes(method) ? {} : { body }),
    });

  test("sign-up, sign-in, refresh and sign-out refuse what they do not understand", async () => {
    const path = fc.constantFrom(
      "signup",
      "token?grant_type=password",
      "token?grant_type=refresh_token",
      "token?grant_type=%00",
      "token",
      "logout",
      "logout?scope=%27",
      "user",
      "signup?redirect_to=javascript:alert(1)",
    );
    const property = fc.asyncProperty(
      fc.constantFrom("POST", "POST", "POST", ...METHODS),
      path,
      fc.constantFrom("application/json", ...CONTENT_TYPES),
      hostileBody(AUTH_FIELDS),
      async (method, name, type, body) => {
        const headers = { apikey: attacked.server.publishableKey, "content-type": type };
        await expectMannerly(await call(method, `/auth/v1/${name}`, headers, body));
      },
    );
    await attacked.holds(property, 250);
  });

  test("what an account is made of is checked", async () => {
    const fields = fc.record(
      {
        email: fc.oneof(fc.constant("new@example.org"), hostileValue()),
        password: hostileValue(),
        data: hostileValue(),
      },
      { requiredKeys: ["email", "password"] },
    );
    const property = fc.asyncProperty(fields, async (body) => {
      const headers = { apikey: attacked.server.publishableKey };
      const { status, text } = await expectMannerly(
        await call("POST", "/auth/v1/signup", headers, JSON.stringify(body)),
      );
      const isText = typeof body.email === "string" && typeof body.password === "string";
      expect(status < 400 && !isText ? text : "").toBe("");
    });
    await attacked.holds(property, 60);
  });

  test("so is what the secret key may do with accounts", async () => {
    const id = fc.oneof(
      fc.constantFrom("", "/", "/x", "/00000000-0000-4000-8000-000000000000", "/------------------------------------"),
      fc.constant("?page=-1&per_page=1e99"),
    );
    const property = fc.asyncProperty(
      fc.constantFrom(...METHODS),
      id,
      hostileBody(ADMIN_FIELDS),
      async (method, rest, body) => {
        const headers = { apikey: attacked.server.secretKey };
        await expectMannerly(await call(method, `/auth/v1/admin/users${rest}`, headers, body));
      },
    );
    await attacked.holds(property, 200);
  });

  test("a token or key that is none is refused everywhere", async () => {
    const key = new TextEncoder().encode("another secret of somebody else's that is long enough");
    const forged = await new SignJWT({ role: "service_role" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(key);
    const none = `${part({ alg: "none", typ: "JWT" })}.${part({ role: "service_role", exp: 9_999_999_999 })}.`;
    const token = fc.oneof(
      fc.constantFrom(
        forged,
        none,
        "null",
        "undefined",
        "a.b.c",
        "..",
        "a".repeat(8000),
        `${part({ alg: "HS256" })}.${part([])}.x`,
      ),
      hostileText().map((text) => text.slice(0, 1000).replace(/[^\x21-\x7E]/g, "") || "x"),
    );
    const path = fc.constantFrom(
      "/auth/v1/admin/users/00000000-0000-4000-8000-000000000000",
      "/rest/v1/parkings?limit=1",
      "/auth/v1/user",
      "/auth/v1/admin/users",
      "/storage/v1/object/sign/shift-images",
      "/rest/v1/rpc/get_user_role",
      "/storage/v1/bucket",
    );
    const property = fc.asyncProperty(path, token, fc.boolean(), async (name, value, isKey) => {
      const headers: Record<string, string> = isKey
        ? { apikey: value }
        : { apikey: attacked.server.publishableKey, authorization: `Bearer ${value}` };
      const { status } = await expectMannerly(
        await call(name.includes("/sign/") ? "POST" : "GET", name, headers, "{}"),
      );
      expect(status).toBeGreaterThanOrEqual(400);
    });
    await attacked.holds(property, 150);
  });

  test("every edge function refuses what it does not understand", async () => {
    expect(functions.size).toBeGreaterThan(0);
    for (const name of functions.keys()) {
      const property = fc.asyncProperty(
        fc.constantFrom("POST", "POST", "POST", ...METHODS),
        fc.constantFrom("application/json", "application/json", ...CONTENT_TYPES),
        hostileBody(FUNCTION_FIELDS),
        fc.boolean(),
        async (method, type, body, isSecret) => {
          const apikey = isSecret ? attacked.server.secretKey : attacked.server.publishableKey;
          const headers = { apikey, authorization: `Bearer ${apikey}`, "content-type": type };
          const { status, text } = await expectMannerly(await call(method, `/functions/v1/${name}`, headers, body));
          expect(status >= 400 ? reasonOf(text) : "fine").not.toBe("");
        },
      );
      await attacked.holds(property, 150);
    }
  });

  test.each([
    "",
    "/",
    "/nope",
    "/__proto__",
    "/constructor",
    "/create-admin-user/x",
    "/..%2fcreate-admin-user",
    "/%00",
    "/%zz",
  ])("there is no edge function at /functions/v1%s", async (path) => {
    const headers = { apikey: attacked.server.secretKey };
    expect((await expectMannerly(await call("POST", `/functions/v1${path}`, headers, "{}"))).status).toBe(404);
  });
});
