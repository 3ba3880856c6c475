// @vitest-environment node
// An error is known by its code: no file of the browser asks what an error's text says.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ASKS =
  /\.message\.(?:startsWith|includes|match|endsWith|search)\(|\.(?:test|exec)\(\w+\.message\)|\.message ={2,3} (?!undefined)|={2,3} \w+\.message\b(?!\.)/;

/** Files that know an error by its text: browsers give a failed import no code. */
const WITHOUT_CODE = ["shared/feedback/load-code.ts", "shared/feedback/stale-chunk.ts"];

test("only where a browser gives no code is an error known by its text", () => {
  const files = readdirSync("web", { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const asking = files.filter((file) => ASKS.test(readFileSync(join("web", file), "utf8")));
  expect(asking.toSorted()).toEqual(WITHOUT_CODE);
});

test.each([
  'error.message.startsWith("Your own account ")',
  "/aborted/i.test(error.message)",
  'error.message === "gone"',
  "sv === error.message",
])("%s is found", (code) => {
  expect(ASKS.test(code)).toBe(true);
});
