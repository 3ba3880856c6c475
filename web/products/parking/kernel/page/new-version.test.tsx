import { PATIENCE } from "#tests/support/run/patience.ts";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";

/** The server's configuration; without a network there is none. */
const server = vi.hoisted(() => ({ isReachable: true, lowestVersion: "0.0.0" }));
vi.mock("#data/config.ts", () => ({
  readConfig: () =>
    server.isReachable
      ? Promise.resolve({ securityProfile: "specified", lowestVersion: server.lowestVersion })
      : Promise.reject(new Error("no network")),
}));

/** A fake of the browser's worker: it records messages, and changes its state on demand. */
class Worker extends EventTarget {
  readonly told: unknown[] = [];
  state = "installing";
  postMessage = (message: unknown) => void this.told.push(message);
}

class Registration extends EventTarget {
  active = new Worker();
  installing: Worker | null = null;
  waiting: Worker | null = null;
  /** A slow network: the update gets no answer. */
  readonly update = vi.fn<() => Promise<void>>(() => new Promise<void>(() => undefined));
  readonly unregister = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));

  /** A new version is installed, and replaces the waiting one. */
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

/** The module as in a freshly loaded page. */
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
  // In development nothing is stored.
  vi.stubEnv("DEV", false);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { serviceWorker: container }));
  vi.spyOn(location, "reload").mockImplementation(reload);
  listening = vi.spyOn(document, "addEventListener");
});

afterEach(() => {
  // Listeners of one test's page are removed for the next.
  for (const [name, listener] of listening.mock.calls) document.removeEventListener(name, listener);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Stores the application, and waits until a newer one is offered. */
async function untilOffered() {
  const page = await load();
  const offered = new Promise<void>((resolve) => void page.onNewVersion(resolve));
  await page.keepApplication();
  const waiting = registration.install();
  await offered;
  expect(page.isNewVersionOffered()).toBe(true);
  return { page, waiting };
}

test("a press does not wait for the network: the stored version takes over, or a newer version that arrives meanwhile", async () => {
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

test("when another tab already activated the version, a press reloads the page and keeps the application", async () => {
  const { page } = await untilOffered();
  registration.waiting = null;
  page.takeOfferedVersion();
  expect(reload).toHaveBeenCalledOnce();
  expect(registration.unregister).not.toHaveBeenCalled();
});

test("a version that is too low is removed when the server can be reached; without a network it stays", async () => {
  server.lowestVersion = "99.0.0";
  registration.update.mockImplementation(() => {
    server.isReachable = false;
    return Promise.reject(new Error("no network"));
  });
  const page = await load();
  await page.keepApplication();
  await vi.waitFor(() => expect(registration.update).toHaveBeenCalledOnce(), PATIENCE);
  // The first look is finished, so the next one starts fresh.
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(0), PATIENCE);
  expect(registration.unregister).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();

  server.isReachable = true;
  registration.update.mockImplementation(() => Promise.resolve());
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), PATIENCE);
  expect(registration.unregister).toHaveBeenCalledOnce();
});
