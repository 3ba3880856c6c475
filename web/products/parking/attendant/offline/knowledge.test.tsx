// A phone's fetches about its site belong to a login: none is made after a logout. The device and the network are fakes.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchOfflineData } from "#data/plate_checks/offline.ts";
import { actingOf } from "#session/acting.ts";
import { closeSession, openSession } from "#session/store.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { followSite, forgetSite } from "./knowledge.ts";

const device = { read: (): Promise<unknown> => Promise.resolve(undefined) };
/** The calls that the network holds back, by their signals. */
const underWay: (AbortSignal | null | undefined)[] = [];

vi.mock("#data/plate_checks/offline.ts", { spy: true });
vi.mock("#shared/after-paint.ts", () => ({
  afterPaint: (work: () => void) => {
    work();
    return () => undefined;
  },
}));
vi.mock("#shared/offline/device-store.ts", () => ({
  readFact: () => device.read(),
  keepFact: () => Promise.resolve(),
}));

/** An attendant logs in and opens a screen. */
const logIn = () =>
  followSite(actingOf("attendant", openSession("attendant", { userId: "vakt01", project: "p1" }), "p1"), "p1");

let leave: () => void;

/** A logout like the screens': the open screen goes, and the phone's data is forgotten. */
function logOut(): void {
  closeSession("attendant");
  leave();
  forgetSite();
}

beforeEach(() => {
  underWay.length = 0;
  device.read = () => Promise.resolve(undefined);
  vi.mocked(fetchOfflineData).mockClear();
  vi.stubGlobal("fetch", (input: string | URL, init?: RequestInit) => {
    if (String(input).endsWith("/config.json"))
      return Promise.resolve(Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" }));
    underWay.push(init?.signal);
    return new Promise(() => undefined);
  });
});
afterEach(logOut);

test("a logout while the device is read prevents the call", async () => {
  const answers: ((kept: undefined) => void)[] = [];
  device.read = () => new Promise((resolve) => answers.push(resolve));
  leave = logIn();
  logOut();
  expect(answers).toHaveLength(1);
  answers[0]?.(undefined);
  // The work that follows the answer is done before the end of this wait.
  await new Promise((resolve) => setTimeout(resolve));
  expect(fetchOfflineData).not.toHaveBeenCalled();
});

test("a logout ends the running call, but not the next login's", async () => {
  leave = logIn();
  await vi.waitFor(() => expect(underWay).toHaveLength(1), PATIENCE);
  expect(underWay[0]?.aborted).toBe(false);
  logOut();
  expect(underWay[0]?.aborted).toBe(true);

  leave = logIn();
  await vi.waitFor(() => expect(underWay).toHaveLength(2), PATIENCE);
  expect(underWay[1]?.aborted).toBe(false);
});
