import * as v from "valibot";
import { expect, test } from "vitest";
import { adminSchema, attendantSchema } from "./account-schema.ts";

// Spec 1 §5: id at least
// Spec 1 §5: Add attendant or … password at least 6
// Spec 1 §5: id max 50,
test.each([
  ["ny-vakt", "Losen-1", "", []],
  ["ny", "Losen-1", "", ["Användar-ID måste vara minst 3 tecken"]],
  [" ny ", "Losen-1", "", ["Användar-ID måste vara minst 3 tecken"]],
  ["ny-vakt", "12345", "", ["Lösenordet måste vara minst 6 tecken"]],
  ["ny", "12345", "", ["Användar-ID måste vara minst 3 tecken", "Lösenordet måste vara minst 6 tecken"]],
])("an attendant %j with %j and the Discord name %j", (user_id, password, discord_username, expected) => {
  const result = v.safeParse(attendantSchema, { user_id, password, discord_username });
  expect(result.success ? [] : result.issues.map(({ message }) => message)).toEqual(expected);
});

// Spec 1 §5: id at least
// Spec 1 §5: Add attendant or … password at least 6
// Spec 1 §5: id max 50,
// Spec 1 §9: Attendant and …
test.each([
  ["user_id", { user_id: "x".repeat(51), password: "Losen-1", discord_username: "" }],
  ["password", { user_id: "ny-vakt", password: "x".repeat(129), discord_username: "" }],
  ["discord_username", { user_id: "ny-vakt", password: "Losen-1", discord_username: "x".repeat(101) }],
])("a %s that is too long is refused", (field, typed) => {
  const result = v.safeParse(attendantSchema, typed);
  expect(result.issues?.map((issue) => issue.path?.[0]?.key)).toEqual([field]);
});

test("the ID is trimmed, the password stays as typed, an empty Discord name becomes null", () => {
  expect(v.parse(attendantSchema, { user_id: " ny-vakt ", password: " Losen-1 ", discord_username: "  " })).toEqual({
    user_id: "ny-vakt",
    password: " Losen-1 ",
    discord_username: null,
  });
  expect(v.parse(adminSchema, { user_id: "ny-admin", password: "Losen-1" })).toEqual({
    user_id: "ny-admin",
    password: "Losen-1",
  });
});
