// Parse Server as its documentation starts it, on a database of its own. Runs as a process of its own; prints its address.
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";

const { DATABASE_URL = "", PEERS_FOLDER = "", APP_ID = "", MASTER_KEY = "" } = process.env;
// Parse writes a folder of logs into the folder where it is started, whatever its settings say.
process.chdir(PEERS_FOLDER);
const installed = createRequire(join(PEERS_FOLDER, "package.json"));
/** @type {{ ParseServer: new (options: object) => { start(): Promise<unknown>, app: unknown } }} */
const { ParseServer } = installed("parse-server");
/** @type {() => { use(path: string, app: unknown): void } & import("node:http").RequestListener} */
const createExpress = installed("express");

const app = createExpress();
const server = createServer(app).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" ? address?.port : undefined;
const parse = new ParseServer({
  databaseURI: DATABASE_URL,
  appId: APP_ID,
  masterKey: MASTER_KEY,
  serverURL: `http://127.0.0.1:${port}/parse`,
  verifyServerUrl: false,
  allowClientClassCreation: false,
  silent: true,
  logLevel: "error",
});
await parse.start();
app.use("/parse", parse.app);
console.log(`listening: http://127.0.0.1:${port}/parse`);
