// Runs a command of the operator: its arguments, Ctrl-C, and its errors as texts.
import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { createLog, sendConsoleToLog } from "#server/log.ts";
import type { Command } from "./commands.ts";
import { readPlaces } from "./places.ts";

/** Options that the command takes besides its one file or folder. */
type Options = NonNullable<ParseArgsConfig["options"]>;
export type Given = Record<string, string | boolean | (string | boolean)[] | undefined>;

/**
 * Runs `command` with the file and the options of the command line, and sets the exit code. `usage` is printed for wrong arguments. Ctrl-C
 * ends the command and leaves nothing half done. With the option `inPlace` no file is named.
 */
export async function runCommand(
  usage: string,
  command: (given: Command, options: Given) => Promise<string>,
  options: Options = {},
  inPlace = "",
): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Error("Stopped; nothing was kept."));
  // Only the first signal is handled: a second one ends the process at once.
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  try {
    const { file, values } = readArguments(usage, options, inPlace);
    const log = createLog("warn");
    sendConsoleToLog(log);
    const places = readPlaces(process.env);
    process.stdout.write(`${await command({ places, file, log, signal: stop.signal }, values)}\n`);
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
    process.exitCode = 1;
  } finally {
    process.removeListener("SIGINT", onSignal);
    process.removeListener("SIGTERM", onSignal);
  }
}

function readArguments(usage: string, options: Options, inPlace: string): { file: string; values: Given } {
  const wrong = (problem: string) => new Error(`${problem}\n${usage}`);
  const read = () => {
    try {
      return parseArgs({ options, allowPositionals: true });
    } catch (error) {
      throw wrong((error as Error).message);
    }
  };
  const { positionals, values } = read();
  const [file, ...more] = positionals;
  if (values[inPlace] !== undefined) {
    if (file !== undefined) throw wrong(`--${inPlace} takes no file.`);
    return { file: "", values };
  }
  if (file === undefined || more.length > 0) throw wrong("Name one file.");
  return { file: resolve(file), values };
}
