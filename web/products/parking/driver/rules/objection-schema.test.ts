import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { driverTexts } from "#parking/kernel/case/driver-texts.ts";
import { objectionSchema } from "./objection-schema.ts";

test.each([
  ["", true],
  [" anna@exempel.se ", true],
  ["anna@exempel", false],
  ["a@x.se;b@x.se", false],
])("a driver's address %j is taken: %s", (email, expected) => {
  const typed = { name: "Anna", email, text: "Skylten" };
  expect(safeParse(objectionSchema(driverTexts.sv.object), typed).success).toBe(expected);
});
