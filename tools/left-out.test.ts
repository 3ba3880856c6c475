import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { TestModule } from "vitest/node";
import LeftOutReporter from "#tests/support/run/left-out-reporter.ts";
import { allLeftOut, LEFT_OUT_FILE, leaveOut } from "./left-out.mjs";

const folder = mkdtempSync(join(tmpdir(), "parkering-left-out-"));
const file = join(folder, "kept");
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Report of a run on a file's tests: each by its name, with the reason why it was skipped. */
const moduleOf = (tests: readonly { name: string; skipped?: string }[]) =>
  ({
    relativeModuleId: "tests/backend/operators/rolling.test.ts",
    children: {
      allTests: () =>
        tests.map(({ name, skipped }) => ({
          name,
          fullName: name,
          result: () =>
            skipped === undefined ? { state: "passed" } : { state: "skipped", note: skipped || undefined },
        })),
    },
  }) as unknown as TestModule;

test("a part that a step leaves out is printed, and kept for the summary", () => {
  const told = vi.spyOn(console, "log").mockImplementation(() => undefined);
  writeFileSync(file, "");
  vi.stubEnv(LEFT_OUT_FILE, file);
  leaveOut("WebKit, for want of Xvfb");
  new LeftOutReporter().onTestRunEnd([
    moduleOf([
      { name: "by Caddy", skipped: "" },
      { name: "on PostgreSQL 15", skipped: "it is not installed" },
      { name: "runs" },
      // A test that belongs to one profile alone has no reason for being skipped.
      { name: "runs", skipped: "" },
    ]),
  ]);
  expect(allLeftOut(file)).toEqual([
    "WebKit, for want of Xvfb",
    "tests/backend/operators/rolling.test.ts › by Caddy",
    "tests/backend/operators/rolling.test.ts › on PostgreSQL 15 (it is not installed)",
  ]);
  expect(told).toHaveBeenCalledTimes(3);
});
