// Calls that a driver makes without a login, and rows that a driver sends.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Json } from "#tests/support/rows/cases.ts";
import type { TestServer } from "#tests/support/server/server.ts";

/** A photo as a driver's objection lists it; the same name has the same id. */
export const newSent = (name?: string): Json => ({
  id: name === undefined ? randomUUID() : `00000000-0000-4000-8000-00000000000${name}`,
  sha256: createHash("sha256").update(randomUUID()).digest("hex"),
  type: "png",
});

/** An objection as a driver sends it. */
export const objection = (of: Json, changes: Json = {}): Json => ({
  public_key: of["public_key"],
  objection_id: randomUUID(),
  name: "Åsa Berg",
  email: "asa@example.com",
  text: "Skylten var täckt av snö.",
  photos: [],
  ...changes,
});

export const randomCaseKey = () => randomBytes(16).toString("base64url");

/** Calls a function of the database: gives its answer, or `refused` with the refusal's code and details. */
export async function askAsDriver(server: TestServer, name: string, args: Json): Promise<Json> {
  const { data, error } = await server.client().rpc(name, args);
  return error === null ? (data as Json) : { refused: `${error.code} ${error.details}` };
}

/** Blocks that the database reads for each call of a function, once its caches are warm. */
export async function blocksOf(
  server: TestServer,
  calls: readonly (readonly [name: string, ...args: string[]])[],
): Promise<number[]> {
  const sql = await server.sql.reserve();
  const read = async ([name, ...args]: readonly [string, ...string[]]) => {
    const places = args.map((_, at) => `$${at + 1}`).join(", ");
    const [row] = await sql.unsafe<{ "QUERY PLAN": { Plan: Record<string, number> }[] }[]>(
      `explain (analyze, buffers, format json) select public.${name}(${places})`,
      args,
    );
    const plan = row?.["QUERY PLAN"][0]?.Plan ?? {};
    return (plan["Shared Hit Blocks"] ?? Number.NaN) + (plan["Shared Read Blocks"] ?? Number.NaN);
  };
  const least = calls.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < 12; round += 1) {
    for (const [at, call] of calls.entries()) least[at] = Math.min(least[at] ?? Number.NaN, await read(call));
  }
  sql.release();
  return least;
}
