// A server that is watched while it gets bad input.
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { type TestServer, type TestServerOptions, startTestServer } from "#tests/support/server/server.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";
import { isWhole } from "#tests/support/run/whole.ts";

/** Profiles in which each property must hold. */
export const PROFILES = SECURITY_PROFILES;

const SEED = Number(process.env["BAD_INPUT_SEED"] ?? 20_261_121);
/** Share of a property's runs. `npm test` runs the first tenth of them, with the same seed. */
const MORE_RUNS = Number(process.env["BAD_INPUT_RUNS"] ?? (isWhole ? 1 : 0.1));

/** A server that gets bad input, and the check of a property on it. */
export type Attacked = {
  readonly server: TestServer;
  /**
   * Runs a property `numRuns` times and expects that the server answers afterwards. The number is multiplied by BAD_INPUT_RUNS, and divided
   * by five under `hardened`, where policies refuse most input early, but is at least `least`. The seed is fixed unless BAD_INPUT_SEED
   * gives another; a failure prints seed and path.
   */
  holds<T>(property: fc.IAsyncProperty<T>, numRuns: number, least?: number): Promise<void>;
};

/** A server for the tests of a `describe`. Each test fails when an error was thrown that nobody caught. */
export function attackedServer(options: TestServerOptions & { profile: SecurityProfile }): Attacked {
  let server: TestServer | undefined;
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);

  beforeAll(async () => {
    // Limits are off, since limits.test.ts tests the refusal of too many requests.
    server = await startTestServer({ rateLimits: "none", ...options });
    process.on("uncaughtException", note);
    process.on("unhandledRejection", note);
  });
  afterAll(async () => {
    process.off("uncaughtException", note);
    process.off("unhandledRejection", note);
    await server?.stop();
  });
  beforeEach(() => {
    // A server that starts by itself sends console output of libraries to its log.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    expect(uncaught.splice(0)).toEqual([]);
    expect(Object.keys(Object.prototype), "what every object has").toEqual([]);
    expect(await readinessOf(running().url), "/readyz").toEqual({ status: "ready" });
  });
  const running = () => {
    if (!server) throw new Error("The server runs inside of tests only.");
    return server;
  };
  return {
    get server() {
      return running();
    },
    holds: async (property, numRuns, least = 1) => {
      await fc.assert(property, {
        seed: SEED,
        numRuns: Math.max(least, Math.ceil(numRuns * MORE_RUNS * (options.profile === "hardened" ? 1 / 5 : 1))),
        ...(process.env["BAD_INPUT_PATH"] === undefined ? {} : { path: process.env["BAD_INPUT_PATH"] }),
      });
      expect(await readinessOf(running().url), "/readyz").toEqual({ status: "ready" });
    },
  };
}
