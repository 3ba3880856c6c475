// The engines besides Chromium that Debian packages bring, each with a window on one screen of its own.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { freePort } from "#tests/support/server/free-port.ts";
import { FIRST_START } from "#tests/support/run/patience.ts";
import { connectDriver, connectMarionette, type Send, Window } from "#tests/support/engines/web-driver.ts";

/** An engine's window, the folder that the engine saves into, and a function that reads the picture on the clipboard. */
export type EngineWindow = { window: Window; downloads: string; copied(): Buffer; close(): Promise<void> };

type Started = { send: Send; ends: (() => void)[] };
type Engine = {
  name: string;
  /** Whether the engine's programs are on this machine. */
  isThere: () => boolean;
  start: (folder: string, downloads: string, env: NodeJS.ProcessEnv) => Promise<Started>;
};

const isOnPath = (program: string) => spawnSync("which", [program]).status === 0;
const miniBrowser = () =>
  readdirSync("/usr/lib")
    .flatMap((kind) => ["4.1", "4.0"].map((version) => `/usr/lib/${kind}/webkit2gtk-${version}/MiniBrowser`))
    .find((path) => existsSync(path));
/** The size of a window: as wide as a phone, for the layout of phones, but not narrower than Firefox allows. */
const SIZE = { width: 500, height: 900 };

const FIREFOX: Engine = {
  name: "Firefox",
  isThere: () => isOnPath("firefox-esr"),
  start: async (folder, downloads, env) => {
    const preferences = {
      "marionette.port": 0,
      "browser.download.folderList": 2,
      "browser.download.dir": downloads,
      "browser.download.always_ask_before_handling_new_types": false,
      "browser.shell.checkDefaultBrowser": false,
      "datareporting.policy.dataSubmissionEnabled": false,
      "app.normandy.enabled": false,
      "app.update.enabled": false,
    };
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
    writeFileSync(join(folder, "user.js"), lines.join("\n"));
    const end = startProgram("firefox-esr", ["--marionette", "--no-remote", "--profile", folder], env);
    const told = join(folder, "MarionetteActivePort");
    const port = await vi.waitFor(() => Number(readFileSync(told, "utf8")), FIRST_START);
    return { send: await connectMarionette(port), ends: [end] };
  },
};

const WEBKIT: Engine = {
  name: "WebKit",
  isThere: () => isOnPath("WebKitWebDriver") && miniBrowser() !== undefined,
  start: async (_folder, _downloads, env) => {
    const port = await freePort();
    const end = startProgram("WebKitWebDriver", [`--port=${port}`], env);
    const address = `http://127.0.0.1:${port}`;
    await vi.waitFor(() => fetch(`${address}/status`), FIRST_START);
    const options = { binary: miniBrowser(), args: ["--automation"] };
    return { send: await connectDriver(address, { "webkitgtk:browserOptions": options }), ends: [end] };
  },
};

/** The engines by name. */
export const ENGINES: readonly Engine[] = [FIREFOX, WEBKIT];

/**
 * Whether an engine can be tested here. That needs the engine's programs, a screen without a monitor (Xvfb), and a reader of the clipboard
 * (xclip).
 */
export const isRunnable = (engine: Engine) => engine.isThere() && isOnPath("Xvfb") && isOnPath("xclip");

/** Opens a window of an engine with an empty home folder; `close` ends the engine and removes the folder. */
export async function openEngine(engine: Engine): Promise<EngineWindow> {
  const home = mkdtempSync(join(tmpdir(), "parkering-engine-"));
  const ends: (() => void)[] = [() => rmSync(home, { recursive: true, force: true, maxRetries: 5 })];
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) end();
  };
  try {
    const [profile, downloads] = ["profile", "downloads"].map((name) => join(home, name)) as [string, string];
    for (const folder of [profile, downloads, join(home, ".config")]) mkdirSync(folder);
    writeFileSync(join(home, ".config", "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
    const screen = await startScreen();
    ends.push(screen.end);
    const env = { ...process.env, ...PLAIN, HOME: home, DISPLAY: screen.display };
    const { send, ends: more } = await engine.start(profile, downloads, env);
    ends.push(...more);
    const copied = () =>
      spawnSync("xclip", ["-selection", "clipboard", "-target", "image/png", "-out"], { env, maxBuffer: 2 ** 26 })
        .stdout;
    const window = new Window(send);
    await window.resize(SIZE.width, SIZE.height);
    return { window, downloads, copied, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Environment of an engine: no graphics card, no sandbox where everything runs as root, no settings of the person who runs the tests. */
const PLAIN = {
  LIBGL_ALWAYS_SOFTWARE: "1",
  WEBKIT_DISABLE_COMPOSITING_MODE: "1",
  ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" }),
  NO_AT_BRIDGE: "1",
  MOZ_CRASHREPORTER_DISABLE: "1",
  XDG_CONFIG_HOME: undefined,
  XDG_CACHE_HOME: undefined,
  XDG_DATA_HOME: undefined,
  TZ: "Europe/Stockholm",
};

/** Starts a screen without a monitor. */
async function startScreen(): Promise<{ display: string; end: () => void }> {
  const child = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = (await once(child.stdout, "data")) as [Buffer];
  return { display: `:${number.toString().trim()}`, end: () => child.kill() };
}

/** Starts a program, and gives the function that ends it with all processes that it started. */
function startProgram(program: string, args: string[], env: NodeJS.ProcessEnv): () => void {
  const child: ChildProcess = spawn(program, args, { env, stdio: "ignore", detached: true });
  return () => {
    if (child.pid !== undefined && existsSync(`/proc/${child.pid}`)) process.kill(-child.pid, "SIGKILL");
  };
}
