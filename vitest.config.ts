import { defineConfig } from "vitest/config";

/** As in playwright.config.ts: a second chance only where one run decides over a landing. */
const retry = process.env["CI"] === undefined ? 0 : 1;

/** What is measured must not wait for another file: these run alone, the others wait most of the time and run among the backend tests. */
const MEASURED = ["heavy-requests", "outage", "slow-readers", "table-api"].map(
  (name) => `tests/faults/${name}.test.ts`,
);

/** Commands of operators, by themselves for minutes: `npm run test:all` alone (docs/architecture.md says why each may). */
const OPERATED =
  process.env["JOURNEYS"] === "all"
    ? []
    : [
        "backup-encryption",
        "database-embedded",
        "postgres-versions",
        "rolling",
        "rotate-keys",
        "storage-move",
        "upgrade-database",
      ].map((name) => `tests/backend/${name}.test.ts`);

/** They put another client into modules of the front end, or globals that these keep: each in a process of its own. */
const AS_SCREENS = ["cases-data", "cases-plan", "create-admin-user", "real-estate", "shifts", "taxi-and-units"].map(
  (name) => `tests/backend/${name}.test.ts`,
);

const BACKEND = {
  environment: "node" as const,
  globalSetup: "tests/support/global-setup.ts",
  // Each file has databases of its own on one cluster. A third one works while two wait for a server's start or a time to pass.
  maxWorkers: 3,
  // After the unit tests: another number of workers is another group.
  sequence: { groupOrder: 1 },
  testTimeout: 60_000,
  retry,
  hookTimeout: 60_000,
};

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
          ...BACKEND,
          name: "backend",
          include: ["tests/{access,backend}/**/*.test.ts"],
          exclude: [...OPERATED, ...AS_SCREENS],
          // A second of processor time is saved for each file, which leaves no server and no listener behind.
          isolate: false,
        },
      },
      {
        test: { ...BACKEND, name: "backend-screens", include: AS_SCREENS },
      },
      {
        // Against dist/: needs `npm run build`.
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          exclude: MEASURED,
          environment: "node",
          globalSetup: "tests/support/migrated-folder.ts",
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          retry,
          hookTimeout: 60_000,
        },
      },
      {
        // Against dist/, in browsers that few machines have: `node tools/other-engines.mjs` runs them.
        test: {
          name: "engines",
          include: ["tests/engines/**/*.test.ts"],
          environment: "node",
          testTimeout: 60_000,
          retry,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "measured faults",
          include: MEASURED,
          environment: "node",
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          retry,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
