import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{web,contract,server,tools}/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          env: { TZ: "Europe/Stockholm" },
          setupFiles: "tests/support/patience.ts",
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
          // Two cores: a file at a time keeps the database's answers comparable.
          fileParallelism: false,
          testTimeout: 30_000,
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
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
