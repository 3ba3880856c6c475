import { expect, test } from "vitest";
import * as v from "valibot";
import { SPECIFIED_STATUSES } from "./specified-statuses.ts";
import { type TypedStatuses, movedRow, statusesSchema, typedStatuses, withNewStatus } from "./statuses-schema.ts";

const schema = statusesSchema({ nameMissing: "name", nameTaken: "taken", wrong: "wrong", notInOrder: "order" });
const typed = typedStatuses(SPECIFIED_STATUSES);

/** The list, or the messages by their fields. */
function parse(values: TypedStatuses) {
  const { success, output, issues } = v.safeParse(schema, values);
  return success ? output : issues.map(({ message, path }) => `${String(path?.[0].key)}: ${message}`);
}

test("the list comes back as it was typed, with a new status at its end", () => {
  expect(parse(typed)).toEqual(SPECIFIED_STATUSES);
  const added = { ...withNewStatus(typed), "6 name": " Rast ", "6 meaning": "off_duty", "6 check_after": "30" };
  const rast = {
    code: "Rast",
    name: "Rast",
    color: "grey",
    sign: "ring",
    meaning: "off_duty",
    check_after: 30,
    overdue_after: null,
  };
  expect(parse(added)).toEqual([...SPECIFIED_STATUSES, rast]);
});

test("a row moves by one place and stays at an end; a row that left the order left the list", () => {
  expect(movedRow(typed, "2", -1)).toBe("0 2 1 3 4 5");
  expect(movedRow(typed, "0", -1)).toBe(typed.order);
  expect(movedRow(typed, "5", 1)).toBe(typed.order);
  expect(parse({ ...typed, order: "1 0" })).toEqual([SPECIFIED_STATUSES[1], SPECIFIED_STATUSES[0]]);
});

test.each([
  [{ "1 name": " " }, ["1 name: name"]],
  [{ "1 name": "busy" }, ["4 name: taken"]],
  [{ "4 check_after": "0" }, ["4 check_after: wrong"]],
  [{ "4 check_after": "10081" }, ["4 check_after: wrong"]],
  [{ "4 overdue_after": "2.5" }, ["4 overdue_after: wrong"]],
  [{ "4 check_after": "45", "4 overdue_after": "45" }, ["4 overdue_after: order"]],
  [{ "0 name": "", "4 check_after": "x" }, ["0 name: name", "4 check_after: wrong"]],
])("%j is told at its field", (over, told) => {
  expect(parse({ ...typed, ...over })).toEqual(told);
});
