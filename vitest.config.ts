import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { PATIENCE, WHOLE_TEST_MS } from "./tests/support/run/patience.ts";

const isAll = process.env["JOURNEYS"] === "all";

/** What compares times of milliseconds must not wait for another file: these run alone. */
const MEASURED = ["heavy-requests", "slow-readers", "rejoin", "cluster"].map((name) => `tests/faults/${name}.test.ts`);
/** A hundred thousand requests compare the server's memory: `npm run test:all` sends them alone, and `npm test` a few of them beside others. */
if (isAll) MEASURED.push("tests/faults/random-requests.test.ts");
/** Crowds of sockets are asked by `npm run test:all` alone. */
const MEASURED_NOW = isAll ? MEASURED : MEASURED.slice(0, 1);

/** Commands of operators, by themselves for minutes: `npm run test:all` alone (the head of each says why). */
const OPERATED = isAll
  ? []
  : [
      "operators/backup-encryption",
      "operators/dev",
      "operators/hosted-move",
      "operators/old-data-folders",
      "database/embedded",
      "server/edge-runtime",
      "database/postgres-versions",
      "operators/rolling",
      "operators/rotate-keys",
      "operators/storage-move",
      "operators/upgrade-database",
    ].map((name) => `tests/backend/${name}.test.ts`);

/** Faults that last half a minute each: `npm run test:all` alone. */
const LONG = isAll ? [] : ["archive", "hosts", "outage", "readiness"].map((name) => `tests/faults/${name}.test.ts`);

const isFault = ({ project }: TestSpecification) => project.name === "faults";

/**
 * Project after project is vitest's order, by name. Faults come first: they wait most of the time, in which `npm test` checks the sources,
 * and one among files that share a worker would end that worker.
 */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isFault), ...sorted.filter((file) => !isFault(file))];
  }
}

/** They put another client into modules of the front end, or globals that these keep: each in a process of its own. */
const AS_SCREENS = [
  "cases/data",
  "cases/plan",
  "accounts/create-admin-user",
  "products/real-estate",
  "products/shifts",
  "products/taxi-and-units",
].map((name) => `tests/backend/${name}.test.ts`);

/** One number for all, who else would run one after the other. Two processors: two more work while two wait. */
const WORKERS = 4;

const DOM = {
  environment: "happy-dom" as const,
  setupFiles: "tests/support/run/clean-page.ts",
  maxWorkers: WORKERS,
  env: { TZ: "Europe/Stockholm" },
  testTimeout: 15_000,
  restoreMocks: true,
};

/** It asks an image, which tools/container-image.mjs builds and names. */
const CONTAINER = process.env["CONTAINER_IMAGE"] === undefined ? ["tests/backend/operators/container.test.ts"] : [];

/**
 * Of tests with a server and a database, which are slow while others start theirs beside them. What they wait for comes from another
 * process: a second, which vitest gives a poll, is no time for that. What must come at once says so by name (tests/support/run/patience.ts).
 */
const WITH_SERVERS = {
  testTimeout: WHOLE_TEST_MS,
  hookTimeout: WHOLE_TEST_MS,
  expect: { poll: PATIENCE },
};

const BACKEND = {
  ...WITH_SERVERS,
  environment: "node" as const,
  globalSetup: "tests/support/run/global-setup.ts",
  maxWorkers: WORKERS,
};

/** Another client than the pinned one: its file (tools/newest-client.mjs). */
const client = process.env["SUPABASE_JS"];

export default defineConfig({
  test: {
    reporters: [
      "default",
      "./tests/support/run/failures-reporter.ts",
      // Of a whole run also what this machine could not ask, by name.
      ...(isAll ? ["./tests/support/run/left-out-reporter.ts"] : []),
    ],
    sequence: { sequencer: FaultsFirst },
    projects: [
      {
        test: {
          // Rules need no document.
          name: "unit",
          include: ["{web,contract,server,tools}/**/*.test.ts"],
          environment: "node",
          maxWorkers: WORKERS,
          // A file leaves nothing behind for the next one, and forty seconds are saved.
          isolate: false,
          env: { TZ: "Europe/Stockholm" },
          testTimeout: 15_000,
          restoreMocks: true,
        },
      },
      {
        // Half a second of processor time is saved for each file.
        test: {
          ...DOM,
          name: "dom",
          include: ["web/**/*.test.tsx"],
          isolate: false,
        },
      },
      {
        resolve: { alias: client === undefined ? {} : { "@supabase/supabase-js": client } },
        test: {
          ...BACKEND,
          name: "backend",
          include: ["tests/{access,backend}/**/*.test.ts"],
          exclude: [...OPERATED, ...AS_SCREENS, ...CONTAINER],
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
          ...WITH_SERVERS,
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          exclude: [...MEASURED, ...LONG],
          environment: "node",
          globalSetup: "tests/support/database/migrated-folder.ts",
          maxWorkers: WORKERS,
        },
      },
      {
        // Against dist/, in browsers that few machines have: `node tools/other-engines.mjs` runs them.
        test: {
          ...WITH_SERVERS,
          name: "engines",
          include: ["tests/engines/**/*.test.ts"],
          environment: "node",
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          ...WITH_SERVERS,
          name: "measured faults",
          include: MEASURED_NOW,
          environment: "node",
          globalSetup: "tests/support/database/migrated-folder.ts",
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
