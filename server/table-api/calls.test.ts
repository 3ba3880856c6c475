import { expect, test } from "vitest";
import { callWork } from "./calls.ts";
import { readWishes } from "./headers.ts";
import { readQuery } from "./query.ts";
import type { DatabaseFunction } from "./schema.ts";

const search: DatabaseFunction = {
  name: "search_parkings",
  parameters: [{ name: "query", type: "text", isOptional: false }],
  result: "rows",
  columns: ["id"],
  changes: false,
  callers: [],
};
const schema = { tables: new Map(), functions: new Map([[search.name, [search]]]) };

test.each([
  ["abc123", "short"],
  [" ABC12D ", "short"],
  ["volvo", "long"],
  ["abc 123", "long"],
  ["abc1234", "long"],
  [null, "long"],
])("the search for %s is %s: a plate alone is surely found at once", (query, weight) => {
  const work = callWork(
    schema,
    search.name,
    readQuery(""),
    readWishes(() => undefined),
    { query },
  );
  expect(work).toMatchObject({ weight, changes: false });
});
