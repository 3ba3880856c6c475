// The bare endpoint that the product is compared with: Fastify and postgres.js, rows as objects, and nothing that a product needs beyond
// that. BARE_DRIVER=pg takes node-postgres instead, which is the product's own driver.
//
// The endpoint sets the caller's role and claims in a transaction, so that the same policies decide, and sends the statements at once where
// it may. It checks no input. The endpoint runs as a process of its own, and prints its address.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Pool } from "pg";
import postgres from "postgres";
import { STATEMENTS } from "./statements.mjs";

/** @typedef {{ role: string, claims: string }} Caller */
/** @typedef {{ headers: Record<string, string | undefined>, params: Record<string, string>, query: Record<string, string>, body: Record<string, unknown> }} Request */
/** @typedef {{ code(status: number): { send(): unknown } }} Reply */
/** @typedef {(path: string, handle: (request: Request, reply: Reply) => Promise<unknown>) => void} Route */
/** @typedef {{ get: Route, post: Route, listen(at: { host: string, port: number }): Promise<string> }} Fastify */

const {
  DATABASE_URL = "",
  JWT_SECRET = "",
  PEERS_FOLDER = "",
  POOL_SIZE = "8",
  BARE_DRIVER = "postgres",
} = process.env;
const installed = createRequire(join(PEERS_FOLDER, "package.json"));
/** @type {() => Fastify} */
const createFastify = installed("fastify");

const VISITOR = { role: "anon", claims: JSON.stringify({ role: "anon" }) };
const IDENTIFY = {
  name: "identify",
  text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
};

/**
 * The caller of a request: the token's person once the token's signature and its end are checked, else the visitor.
 * @param {Request} request
 * @returns {Caller}
 */
function callerOf({ headers }) {
  const [header, payload, signature] = (headers["authorization"] ?? "").replace(/^Bearer /, "").split(".");
  if (payload === undefined || signature === undefined) return VISITOR;
  const expected = createHmac("sha256", JWT_SECRET).update(`${header}.${payload}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error("The token is not ours.");
  const claims = Buffer.from(payload, "base64url").toString();
  /** @type {{ role: string, exp: number }} */
  const { role, exp } = JSON.parse(claims);
  if (exp * 1000 < Date.now()) throw new Error("The token has ended.");
  return { role, claims };
}

/** @typedef {(caller: Caller, name: keyof typeof STATEMENTS, values: any[]) => Promise<readonly unknown[]>} Ask */

/**
 * postgres.js: it begins, then sends the caller and the statement together, then commits.
 * @returns {Ask}
 */
function askByPostgresJs() {
  const sql = postgres(DATABASE_URL, { max: Number(POOL_SIZE), onnotice: () => undefined });
  const kept = { prepare: true };
  return async ({ role, claims }, name, values) => {
    const [, rows] = await sql.begin((transaction) => [
      transaction.unsafe(IDENTIFY.text, [role, claims], kept),
      transaction.unsafe(STATEMENTS[name], values, kept),
    ]);
    return rows ?? [];
  };
}

/**
 * `pg`: all four statements are sent together.
 * @returns {Ask}
 */
function askByPg() {
  const pool = new Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE), pipeline: true });
  // The database may be stopped before this process is.
  pool.on("error", () => undefined);
  return async ({ role, claims }, name, values) => {
    const client = await pool.connect();
    const outcomes = await Promise.allSettled([
      client.query({ name: "begin", text: "begin" }),
      client.query({ ...IDENTIFY, values: [role, claims] }),
      client.query({ name, text: STATEMENTS[name], values }),
      client.query({ name: "commit", text: "commit" }),
    ]);
    client.release();
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
    return outcomes[2]?.status === "fulfilled" ? outcomes[2].value.rows : [];
  };
}

const ask = BARE_DRIVER === "pg" ? askByPg() : askByPostgresJs();

/**
 * Runs one statement as the caller, in a transaction.
 * @param {Request} request
 * @param {keyof typeof STATEMENTS} name
 * @param {any[]} values
 */
const asCaller = (request, name, values) => ask(callerOf(request), name, values);

const app = createFastify();
app.get("/key/:id", (request) => asCaller(request, "key", [request.params["id"]]));
app.get("/newest", (request) => asCaller(request, "newest", []));
app.get("/newest/:project", (request) => asCaller(request, "newestOfProject", [request.params["project"]]));
app.post("/search", (request) => asCaller(request, "search", [request.body["query"], request.body["project"]]));
app.post("/parkings", async (request, reply) => {
  const { project_id, car_model, car_color, street, ref_number, start_time, end_time } = request.body;
  await asCaller(request, "insert", [project_id, car_model, car_color, street, ref_number, start_time, end_time]);
  return reply.code(201).send();
});
app.get("/site/:path", (request) => asCaller(request, "site", [request.params["path"]]));
app.get("/properties", (request) => asCaller(request, "properties", []));

console.log(`listening: ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
