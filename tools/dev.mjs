// `npm run dev`: the server, restarted when its code changes, and Vite with hot reload in front of it.
import { spawn } from "node:child_process";
import { ensureInstalled } from "./install.mjs";

ensureInstalled();

const port = process.env.PORT ?? "3000";
// Both run in process groups of their own: Ctrl-C would reach the server twice, from the terminal and from its watcher, and cut its stop
// short.
const apart = { detached: process.platform !== "win32", stdio: ["ignore", "inherit", "inherit"] };
const children = [
  spawn("node_modules/.bin/tsx", ["watch", "--clear-screen=false", "server/main.ts"], {
    ...apart,
    env: { ...process.env, PORT: port },
  }),
  spawn("node_modules/.bin/vite", [], {
    ...apart,
    env: { ...process.env, BACKEND_URL: `http://127.0.0.1:${port}` },
  }),
];

let isStopping = false;
/** Only the first signal is handed on: a second one makes the watcher kill the server instead of waiting for it. */
function stop() {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill("SIGTERM");
}
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
for (const child of children) child.on("exit", stop);
