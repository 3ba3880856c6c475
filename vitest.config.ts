import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** As in playwright.config.ts: a second chance only where one run decides over a landing. */
const retry = process.env["CI"] === undefined ? 0 : 1;

/** What is measured must not wait for another file: these run alone, the others wait most of the time and run among the backend tests. */
const MEASURED = ["heavy-requests", "outage", "slow-readers", "table-api"].map(
  (name) => `tests/faults/${name}.test.ts`,
);

const isAll = process.env["JOURNEYS"] === "all";

/** Commands of operators, by themselves for minutes: `npm run test:all` alone (docs/architecture.md says why each may). */
const OPERATED = isAll
  ? []
  : [
      "backup-encryption",
      "database-embedded",
      "edge-runtime",
      "postgres-versions",
      "rolling",
      "rotate-keys",
      "storage-move",
      "upgrade-database",
    ].map((name) => `tests/backend/${name}.test.ts`);

/** Project after project is vitest's order. Faults wait most of the time: they run spread among the backend tests, which work meanwhile. */
class FaultsAmongOthers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const of = (name: string) => sorted.filter(({ project }) => project.name === name);
    const [backend, faults] = [of("backend"), of("faults")];
    const step = Math.ceil(backend.length / (faults.length + 1));
    const mixed = backend.flatMap((file, at) => (at % step === 0 ? [file, ...faults.splice(0, 1)] : [file]));
    return [...mixed, ...faults, ...sorted.filter((file) => !mixed.includes(file) && !faults.includes(file))];
  }
}

/** They put another client into modules of the front end, or globals that these keep: each in a process of its own. */
const AS_SCREENS = ["cases-data", "cases-plan", "create-admin-user", "real-estate", "shifts", "taxi-and-units"].map(
  (name) => `tests/backend/${name}.test.ts`,
);

/** One number for all, who else would run one after the other. Two processors: a third one works while two wait. */
const WORKERS = 3;

/** It asks an image, which tools/container-image.mjs builds and names. */
const CONTAINER = process.env["CONTAINER_IMAGE"] === undefined ? ["tests/backend/container.test.ts"] : [];

const BACKEND = {
  environment: "node" as const,
  globalSetup: "tests/support/global-setup.ts",
  maxWorkers: WORKERS,
  testTimeout: 60_000,
  retry,
  hookTimeout: 60_000,
};

/** Another client than the pinned one: its file (tools/newest-client.mjs). */
const client = process.env["SUPABASE_JS"];

export default defineConfig({
  test: {
    // Of a whole run also what this machine could not ask, by name.
    ...(isAll && { reporters: ["default", "./tests/support/left-out-reporter.ts"] }),
    sequence: { sequencer: FaultsAmongOthers },
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
        test: {
          name: "dom",
          include: ["web/**/*.test.tsx"],
          environment: "happy-dom",
          maxWorkers: WORKERS,
          env: { TZ: "Europe/Stockholm" },
          testTimeout: 15_000,
          restoreMocks: true,
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
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          exclude: MEASURED,
          environment: "node",
          globalSetup: "tests/support/migrated-folder.ts",
          maxWorkers: WORKERS,
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
          maxWorkers: WORKERS,
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
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          retry,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
