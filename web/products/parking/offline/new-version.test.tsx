import { expect, test, vi } from "vitest";
import { isNewVersionOffered, keepApplication, onNewVersion, takeOfferedVersion } from "./new-version.ts";

vi.mock("#data/config.ts", () => ({ readConfig: () => Promise.resolve({ securityProfile: "specified" }) }));

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
  asksNetwork = 0;
  /** A network that does not answer. */
  update = () => {
    this.asksNetwork += 1;
    return new Promise<void>(() => undefined);
  };

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

test("who presses waits for no network: the version that lies on the device takes over, and one that comes in its place", async () => {
  const registration = new Registration();
  const container = Object.assign(new EventTarget(), {
    controller: registration.active,
    register: () => Promise.resolve(registration),
  });
  // In development nothing is kept.
  vi.stubEnv("DEV", false);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { serviceWorker: container }));
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  const offered = new Promise<void>((resolve) => void onNewVersion(resolve));
  try {
    await keepApplication();
    const waiting = registration.install();
    await offered;
    expect(isNewVersionOffered()).toBe(true);
    expect(waiting.told).toEqual([]);

    takeOfferedVersion();
    expect(waiting.told).toEqual([TAKE_OVER]);
    expect(registration.asksNetwork).toBe(0);

    const newer = registration.install();
    expect(newer.told).toContainEqual(TAKE_OVER);
    expect(waiting.told).toEqual([TAKE_OVER]);

    expect(reload).not.toHaveBeenCalled();
    container.dispatchEvent(new Event("controllerchange"));
    expect(reload).toHaveBeenCalledOnce();
  } finally {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  }
});
