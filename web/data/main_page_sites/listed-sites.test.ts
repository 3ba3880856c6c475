import { expect, test } from "vitest";
import { withStandardSite } from "./listed-sites.ts";

const site = (path: string) => ({ path, name: path, description: "" });

test.each([
  [[], ["standard"]],
  [["ASE"], ["standard", "ASE"]],
  [
    ["ASE", "standard", "YSTAD"],
    ["ASE", "standard", "YSTAD"],
  ],
  [["Standard"], ["standard", "Standard"]],
])("%j is listed as %j", (stored, listed) => {
  expect(withStandardSite(stored.map(site), "Alltid").map(({ path }) => path)).toEqual(listed);
});
