// Runs the official Supabase CLI against a database address.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";

/** The output of the CLI. Throws with its words when it ends with an error. */
export async function supabaseCli(databaseUrl: string, args: string[]): Promise<{ stdout: string; stderr: string }> {
  const cli = createRequire(import.meta.url).resolve("supabase/dist/supabase.js");
  const target = `--remote=${databaseUrl}?sslmode=disable`;
  return promisify(execFile)(process.execPath, [cli, ...args, target, "--yes", "--agent=no"], {
    maxBuffer: 16 * 1024 * 1024,
  });
}
