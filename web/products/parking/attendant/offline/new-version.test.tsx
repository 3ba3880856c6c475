import { PATIENCE } from "#tests/support/run/patience.ts";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";

/** What the server says of itself; without a network it says nothing. */
const server = vi.hoisted(() => ({ isReachable: true, lowestVersion: "0.0.0" }));
vi.mock("#data/config.ts", () => ({
  readConfig: () =>
    server.isReachable
      ? Promise.resolve({ securityProfile: "specified", lowestVersion: server.lowestVersion })
      : Promise.reject(new Error("no network")),
}));

/** A worker as the browser hands it out: what it is told, and how it goes on. */
class Worker extends EventTarget {
  readonly told: unknown[] = [];
  state = "installing";
  postMessage = (message: unknown) => void this.told.push(message);
}

class Registration extends EventTarget {
  active = new Worker();
  installing: Worker | null = null;
  waiting: Worker | null = null;
  /** A slow network: nothing is answered. */
  readonly update = vi.fn<() => Promise<void>>(() => new Promise<void>(() => undefined));
  readonly unregister = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));

  /** A version comes, and waits in the place of the one that waited. */
  install(): Worker {
    const worker = new Worker();
    this.installing = worker;
    this.dispatchEvent(new Event("updatefound"));
    [this.installing, this.waiting, worker.state] = [null, worker, "installed"];
    worker.dispatchEvent(new Event("statechange"));
    return worker;
  }
}

const TAKE_OVER = { type: "SKIP_WAITING" };

let registration: Registration;
let container: EventTarget;
const reload = vi.fn<() => void>();
let listening: MockInstance<typeof document.addEventListener>;

/** The module as a page that was loaded just now has it. */
const load = () => import("./new-version.ts");

beforeEach(() => {
  vi.resetModules();
  Object.assign(server, { isReachable: true, lowestVersion: "0.0.0" });
  sessionStorage.clear();
  reload.mockReset();
  registration = new Registration();
  container = Object.assign(new EventTarget(), {
    controller: registration.active,
    register: () => Promise.resolve(registration),
  });
  // In development nothing is kept.
  vi.stubEnv("DEV", false);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { serviceWorker: container }));
  vi.spyOn(location, "reload").mockImplementation(reload);
  listening = vi.spyOn(document, "addEventListener");
});

afterEach(() => {
  // The page of one test is gone in the next.
  for (const [name, listener] of listening.mock.calls) document.removeEventListener(name, listener);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Keeps the application, and waits until a newer one is offered. */
async function untilOffered() {
  const page = await load();
  const offered = new Promise<void>((resolve) => void page.onNewVersion(resolve));
  await page.keepApplication();
  const waiting = registration.install();
  await offered;
  expect(page.isNewVersionOffered()).toBe(true);
  return { page, waiting };
}

test("a press does not wait for the network: the version on the device takes over, and one that comes in its place", async () => {
  const { page, waiting } = await untilOffered();
  expect(waiting.told).toEqual([]);

  page.takeOfferedVersion();
  expect(waiting.told).toEqual([TAKE_OVER]);
  expect(registration.update).not.toHaveBeenCalled();

  const newer = registration.install();
  expect(newer.told).toContainEqual(TAKE_OVER);
  expect(waiting.told).toEqual([TAKE_OVER]);

  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event("controllerchange"));
  expect(reload).toHaveBeenCalledOnce();
});

test("a press after another tab has let the version take over loads the page anew, and keeps the application", async () => {
  const { page } = await untilOffered();
  registration.waiting = null;
  page.takeOfferedVersion();
  expect(reload).toHaveBeenCalledOnce();
  expect(registration.unregister).not.toHaveBeenCalled();
});

test("a version that is too low goes when the server can be asked; without a network it stays", async () => {
  server.lowestVersion = "99.0.0";
  registration.update.mockImplementation(() => {
    server.isReachable = false;
    return Promise.reject(new Error("no network"));
  });
  const page = await load();
  await page.keepApplication();
  await vi.waitFor(() => expect(registration.update).toHaveBeenCalledOnce(), PATIENCE);
  // What was asked at once is answered: the next look begins from the start.
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(0), PATIENCE);
  expect(registration.unregister).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();

  server.isReachable = true;
  registration.update.mockImplementation(() => Promise.resolve());
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), PATIENCE);
  expect(registration.unregister).toHaveBeenCalledOnce();
});
