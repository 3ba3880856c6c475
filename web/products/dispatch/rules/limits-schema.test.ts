import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { limitsSchema, typedLimits } from "./limits-schema.ts";

const texts = { wrong: "wrong", notInOrder: "order" };
const schema = limitsSchema(["BUSY", "EXEMPT"], texts);
const BUSY = { code: "BUSY", check_after: 20, overdue_after: 45 };
const EXEMPT = { code: "EXEMPT", check_after: null, overdue_after: null };

test("limits are the same after the form", () => {
  expect(safeParse(schema, typedLimits([BUSY, EXEMPT])).output).toEqual([BUSY, EXEMPT]);
});

test.each([
  ["", "45", []],
  ["20", "", []],
  ["45", "45", ["BUSY overdue: order"]],
  ["60", "45", ["BUSY overdue: order"]],
  ["0", "45", ["BUSY check: wrong"]],
  ["1.5", "", ["BUSY check: wrong"]],
  ["", "10081", ["BUSY overdue: wrong"]],
  ["-1", "", ["BUSY check: wrong"]],
])("check after %j, overdue after %j: %j", (check, overdue, told) => {
  const { issues = [] } = safeParse(schema, {
    ...typedLimits([BUSY, EXEMPT]),
    "BUSY check": check,
    "BUSY overdue": overdue,
  });
  expect(issues.map(({ path, message }) => `${path?.map(({ key }) => key).join(".")}: ${message}`)).toEqual(told);
});
