// PostgreSQL alone, asked by pgbench: the same statements, prepared, as `anon`, on the same processors. Nothing that speaks HTTP can be
// faster than that.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Reading, Shot, Side } from "./rounds.ts";
import { newParking, type ParkingCall, SEARCHED_FOR } from "./sides.ts";
import { STATEMENTS } from "./statements.mjs";

export const PGBENCH = "pgbench";

/** Debian keeps the programs of each version of PostgreSQL here. */
const DEBIAN = "/usr/lib/postgresql";
const THREADS = 2;
const AS_ANON = `-c role=anon -c request.jwt.claims={"role":"anon"}`;

/** The program's path: PGBENCH, or the newest of Debian's; null where there is none. */
export function findPgbench(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  const paths = versions.map((version) => join(DEBIAN, version, "bin", PGBENCH));
  return process.env["PGBENCH"] ?? paths.find((path) => existsSync(path)) ?? null;
}

/** The four calls of parkings as statements. Takes the program, the database of its owner, and a parking's id. */
export function pgbenchParkings(program: string, databaseUrl: string, id: string): Side<ParkingCall> {
  const { project_id, car_model, car_color, street, ref_number, start_time, end_time } = newParking();
  const shot = (text: string, values: readonly string[] = []) => shotOf(program, databaseUrl, text, values);
  return {
    name: PGBENCH,
    calls: {
      key: shot(STATEMENTS.key, [id]),
      "newest 100": shot(STATEMENTS.newest),
      search: shot(STATEMENTS.search, [SEARCHED_FOR.query, SEARCHED_FOR.project]),
      insert: shot(STATEMENTS.insert, [project_id, car_model, car_color, street, ref_number, start_time, end_time]),
    },
  };
}

const shotOf =
  (program: string, databaseUrl: string, text: string, values: readonly string[]): Shot =>
  async (connections, seconds) => {
    const folder = mkdtempSync(join(tmpdir(), "pgbench-"));
    const { hostname, port, username, password, pathname } = new URL(databaseUrl);
    const script = join(folder, "statement.sql");
    writeFileSync(script, `${text.replaceAll(/\$(\d)/g, ":v$1")};\n`);
    const options = ["-n", "-M", "prepared", "-c", `${connections}`, "-j", `${THREADS}`, "-T", `${Math.ceil(seconds)}`];
    const variables = values.flatMap((value, at) => ["-D", `v${at + 1}=${value}`]);
    const place = ["-h", hostname, "-p", port, "-U", decodeURIComponent(username), pathname.slice(1)];
    const env = { ...process.env, PGOPTIONS: AS_ANON, PGPASSWORD: decodeURIComponent(password) };
    try {
      const { stdout } = await promisify(execFile)(program, [...options, ...variables, "-f", script, ...place], {
        env,
      });
      return readingOf(stdout);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

/** pgbench knows means alone, and tells no rate when it got no answer in its time; a client whose statement fails ends it. */
function readingOf(told: string): Reading {
  if (/actually processed: 0$/m.test(told)) return { rate: 0, p50: Number.NaN, p99: Number.NaN, refused: 0 };
  const [rate, mean] = [/tps = ([\d.]+)/, /latency average = ([\d.]+) ms/].map((it) => Number(it.exec(told)?.[1]));
  if (!Number.isFinite(rate)) throw new Error(`pgbench tells no rate: ${told}`);
  return { rate: rate ?? Number.NaN, p50: mean ?? Number.NaN, p99: Number.NaN, refused: 0 };
}
