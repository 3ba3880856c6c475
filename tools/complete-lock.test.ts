import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("package-lock.json has every platform's programs, so that npm ci works everywhere (else: node tools/complete-lock.mjs)", async () => {
  const file = "./complete-lock.mjs";
  const { findMissing } = (await import(/* @vite-ignore */ file)) as { findMissing: (packages: object) => object[] };
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { optionalDependencies?: object }>;
  };
  expect(findMissing(lock.packages)).toEqual([]);
  const [owner] = Object.entries(lock.packages).find(([, entry]) => entry.optionalDependencies) ?? [];
  expect(findMissing({ [owner ?? ""]: lock.packages[owner ?? ""] })).not.toEqual([]);
});
