// `npm run dev`: the server, restarted when its code changes, and Vite with hot reload in front of it.
import { spawn } from "node:child_process";
import { ensureInstalled } from "./install.mjs";

ensureInstalled();

const port = process.env.PORT ?? "3000";
const children = [
  spawn("node_modules/.bin/tsx", ["watch", "--clear-screen=false", "server/main.ts"], {
    stdio: "inherit",
    env: { ...process.env, PORT: port },
  }),
  spawn("node_modules/.bin/vite", [], {
    stdio: "inherit",
    env: { ...process.env, BACKEND_URL: `http://127.0.0.1:${port}` },
  }),
];

const stop = () => children.forEach((child) => child.kill("SIGTERM"));
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
for (const child of children) child.on("exit", stop);
