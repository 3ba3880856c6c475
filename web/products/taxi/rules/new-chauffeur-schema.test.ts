import * as v from "valibot";
import { expect, test } from "vitest";
import { newChauffeurSchema } from "./new-chauffeur-schema.ts";

test.each([
  ["chauffor02", "Taxi-7411", []],
  ["ch", "Taxi-7411", ["Chaufförs-ID måste vara minst 3 tecken"]],
  [" ch ", "12345", ["Chaufförs-ID måste vara minst 3 tecken", "Lösenordet måste vara minst 6 tecken"]],
])("%j with %j", (user_id, password, expected) => {
  const result = v.safeParse(newChauffeurSchema, { user_id, password, discord_username: "" });
  expect(result.success ? [] : result.issues.map((issue) => issue.message)).toEqual(expected);
});

test("an empty Discord name becomes null, the ID is trimmed, the password stays as typed", () => {
  const typed = { user_id: " chauffor02 ", password: " Taxi-7411", discord_username: "  " };
  expect(v.parse(newChauffeurSchema, typed)).toEqual({
    user_id: "chauffor02",
    password: " Taxi-7411",
    discord_username: null,
  });
});
