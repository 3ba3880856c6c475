import { expect, test } from "vitest";
import * as v from "valibot";
import { filledLoginSchema } from "./login-schema.ts";

test("the username is trimmed, the password stays as typed", () => {
  expect(v.parse(filledLoginSchema, { userId: " aseadmin ", password: " x " })).toEqual({
    userId: "aseadmin",
    password: " x ",
  });
});

test.each([
  ["userId", { userId: "x".repeat(51), password: "x" }],
  ["password", { userId: "op01", password: "x".repeat(129) }],
])("a %s that is too long is refused", (field, typed) => {
  expect(v.safeParse(filledLoginSchema, typed).issues?.map((issue) => issue.path?.[0]?.key)).toEqual([field]);
});
