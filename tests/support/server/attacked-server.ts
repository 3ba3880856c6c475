// A server that is watched while it gets bad input.
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { type TestServer, type TestServerOptions, startTestServer } from "#tests/support/server/server.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";
import { isWhole } from "#tests/support/run/whole.ts";

/** Each property holds in both. */
export const PROFILES = SECURITY_PROFILES;

const SEED = Number(process.env["BAD_INPUT_SEED"] ?? 20_261_121);
/** By default a tenth of the runs in `npm test`: the first ones of the same seed. */
const MORE_RUNS = Number(process.env["BAD_INPUT_RUNS"] ?? (isWhole ? 1 : 0.1));

/** A server that gets bad input, and what went wrong in it. */
export type Attacked = {
  readonly server: TestServer;
  /**
   * Runs a property `numRuns` times (BAD_INPUT_RUNS times as often; a fifth under `hardened`, where policies refuse most of it before),
   * but at least `least` times, and expects that the server then still answers. The seed is fixed, or BAD_INPUT_SEED; a failure prints seed and path.
   */
  holds<T>(property: fc.IAsyncProperty<T>, numRuns: number, least?: number): Promise<void>;
};

/** A server for the tests of a describe block; each test fails when something was thrown that nobody caught. */
export function attackedServer(options: TestServerOptions & { profile: SecurityProfile }): Attacked {
  let server: TestServer | undefined;
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);

  beforeAll(async () => {
    // The answer to too many requests is tested elsewhere (limits.test.ts).
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
    // Lines that libraries write to the console go to the log when the server starts by itself.
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
