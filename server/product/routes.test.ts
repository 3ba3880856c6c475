import { expect, test } from "vitest";
import { callWork } from "#server/table-api/calls.ts";
import { readWishes, readQuery } from "#server/table-api/query.ts";
import type { DatabaseFunction } from "#server/table-api/schema.ts";
import { PRODUCT_ROUTES } from "./routes.ts";

const { isQuick } = PRODUCT_ROUTES["POST /rest/v1/rpc/search_parkings"];

const search: DatabaseFunction = {
  name: "search_parkings",
  parameters: [{ name: "query", type: "text", kind: "plain", isOptional: false }],
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
    isQuick({ query }),
  );
  expect(work).toMatchObject({ weight, changes: false });
});
