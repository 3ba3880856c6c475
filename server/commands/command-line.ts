// The command line of an operator: a command's arguments, Ctrl-C, and its end and errors as texts.
import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Pool } from "pg";
import { type Command, openSource, readPlaces } from "#server/backup/places.ts";
import { COMMAND_ANSWER_MS, endPool, openPool } from "#server/database/driver/connect.ts";
import { createLog, sendConsoleToLog } from "#server/log.ts";

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
  await printTold(async () => {
    const { file, values } = readArguments(usage, options, inPlace);
    const log = createLog("warn");
    sendConsoleToLog(log);
    const places = readPlaces(process.env);
    return `${await command({ places, file, log, signal: stop.signal }, values)}\n`;
  });
  process.removeListener("SIGINT", onSignal);
  process.removeListener("SIGTERM", onSignal);
}

/** Prints the text that `work` gives. Its error becomes a text for the operator, and the exit code 1. */
export async function printTold(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(await work());
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs `work` for the command `name`, which takes no arguments, on the database that the environment names, over a connection of its own.
 * Throws as `openSource` does, and what `work` throws.
 */
export async function onSource<T>(name: string, work: (database: Pool) => Promise<T>): Promise<T> {
  refuseArguments(name);
  const source = await openSource(readPlaces(process.env), createLog("warn"));
  const database = openPool(source.url, { name: `parkering-${name}`, max: 1, answerMs: COMMAND_ANSWER_MS });
  try {
    return await work(database);
  } finally {
    await endPool(database, 5000);
    await source.close();
  }
}

/** Throws when the command, which takes no arguments, was given any. */
export function refuseArguments(command: string): void {
  if (process.argv.length > 2) throw new Error(`npm run ${command} takes no arguments.`);
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
