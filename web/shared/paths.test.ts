// No site may have a code that is an address of the product.
import { expect, test } from "vitest";
import { AMBULANCE_PATH, DISPATCH_PROJECT, REAL_ESTATE_PATH, RESERVED_CODES } from "#contract/projects.ts";
import { PATTERNS } from "./paths.ts";

/** Codes of the projects whose screens have addresses of their own. */
const PROJECTS: readonly string[] = [AMBULANCE_PATH, DISPATCH_PROJECT, REAL_ESTATE_PATH];

test("no site can have a code that is the first part of a screen's address", () => {
  const firsts = Object.values(PATTERNS).map((pattern) => pattern.split("/")[1] ?? "");
  const own = firsts.filter((first) => first !== "" && !first.startsWith(":") && !PROJECTS.includes(first));
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter((first) => !RESERVED_CODES.includes(first))).toEqual([]);
});
