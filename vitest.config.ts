import { defineConfig } from "vitest/config";

/** As in playwright.config.ts: a second chance only where one run decides over a landing. */
const retry = process.env["CI"] === undefined ? 0 : 1;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          // Rules need no document.
          name: "unit",
          include: ["{web,contract,server,tools}/**/*.test.ts"],
          environment: "node",
          // A file leaves nothing behind for the next one, and forty seconds are saved.
          isolate: false,
          env: { TZ: "Europe/Stockholm" },
          testTimeout: 15_000,
          restoreMocks: true,
        },
      },
      {
        test: {
          name: "dom",
          include: ["web/**/*.test.tsx"],
          environment: "happy-dom",
          env: { TZ: "Europe/Stockholm" },
          testTimeout: 15_000,
          restoreMocks: true,
        },
      },
      {
        test: {
          name: "backend",
          include: ["tests/{access,backend}/**/*.test.ts"],
          environment: "node",
          globalSetup: "tests/support/global-setup.ts",
          // Each file has databases of its own on one cluster; on two cores two of them take two thirds of the time of one.
          maxWorkers: 2,
          // After the unit tests: another number of workers is another group.
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          retry,
          hookTimeout: 60_000,
        },
      },
      {
        // Against dist/: needs `npm run build`.
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          environment: "node",
          // What is measured must not wait for another file.
          fileParallelism: false,
          testTimeout: 120_000,
          retry,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
