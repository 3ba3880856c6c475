import * as v from "valibot";
import { expect, test } from "vitest";
import { adminSchema, attendantSchema } from "./account-schema.ts";

test.each([
  ["ny-vakt", "Losen-1", "", []],
  ["ny", "Losen-1", "", ["Användar-ID måste vara minst 3 tecken"]],
  [" ny ", "Losen-1", "", ["Användar-ID måste vara minst 3 tecken"]],
  ["ny-vakt", "12345", "", ["Lösenordet måste vara minst 6 tecken"]],
  ["ny", "12345", "", ["Användar-ID måste vara minst 3 tecken", "Lösenordet måste vara minst 6 tecken"]],
])("an attendant %j with %j and the Discord name %j", (userId, password, discord, expected) => {
  const result = v.safeParse(attendantSchema, { userId, password, discord });
  expect(result.success ? [] : result.issues.map(({ message }) => message)).toEqual(expected);
});

test.each([
  ["userId", { userId: "x".repeat(51), password: "Losen-1", discord: "" }],
  ["password", { userId: "ny-vakt", password: "x".repeat(129), discord: "" }],
  ["discord", { userId: "ny-vakt", password: "Losen-1", discord: "x".repeat(101) }],
])("a %s that is too long is refused", (field, typed) => {
  const result = v.safeParse(attendantSchema, typed);
  expect(result.issues?.map((issue) => issue.path?.[0]?.key)).toEqual([field]);
});

test("the ID comes trimmed, the password as typed, no Discord name as null", () => {
  expect(v.parse(attendantSchema, { userId: " ny-vakt ", password: " Losen-1 ", discord: "  " })).toEqual({
    userId: "ny-vakt",
    password: " Losen-1 ",
    discord: null,
  });
  expect(v.parse(adminSchema, { userId: "ny-admin", password: "Losen-1" })).toEqual({
    userId: "ny-admin",
    password: "Losen-1",
  });
});
