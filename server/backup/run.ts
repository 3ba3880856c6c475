// Runs a command of the operator: its one argument, Ctrl-C, and its errors as texts.
import { resolve } from "node:path";
import { createLog, sendConsoleToLog } from "#server/log.ts";
import type { Command } from "./commands.ts";
import { readPlaces } from "./places.ts";

/** Runs `command` with the file that the command line names, and sets the exit code. Ctrl-C ends it and leaves nothing half. */
export async function runCommand(name: string, command: (given: Command) => Promise<string>): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Error("Stopped; nothing was kept."));
  // Once: the second signal ends the process as if nobody listened.
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  try {
    const [file, ...more] = process.argv.slice(2);
    if (file === undefined || more.length > 0) throw new Error(`Name one file: npm run ${name} -- FILE`);
    const log = createLog("warn");
    sendConsoleToLog(log);
    const places = readPlaces(process.env);
    process.stdout.write(`${await command({ places, file: resolve(file), log, signal: stop.signal })}\n`);
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
    process.exitCode = 1;
  } finally {
    process.removeListener("SIGINT", onSignal);
    process.removeListener("SIGTERM", onSignal);
  }
}
