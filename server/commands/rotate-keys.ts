// `npm run rotate-keys`: makes new secrets for signing, while the server runs, and logs nobody out.
import { openSource, readPlaces } from "./command-line.ts";
import { COMMAND_ANSWER_MS, endPool, openPool } from "#server/database/driver/connect.ts";
import { createLog } from "#server/log.ts";
import { rotateSecrets } from "#server/secrets.ts";

const clock = (date: Date) => date.toISOString().replace("T", " ").slice(0, 19);

try {
  if (process.argv.length > 2) throw new Error("npm run rotate-keys takes no arguments.");
  const source = await openSource(readPlaces(process.env), createLog("warn"));
  const database = openPool(source.url, { name: "parkering-rotate-keys", max: 1, answerMs: COMMAND_ANSWER_MS });
  try {
    const { usedFrom, oldEnd } = await rotateSecrets(database);
    process.stdout.write(
      `New keys are made. Servers sign with them from ${clock(usedFrom)} UTC; what the old ones signed is good until ${clock(oldEnd)} UTC.\n` +
        "Nobody is logged out. Backups that hold the old keys are of no use to a thief after that.\n",
    );
  } finally {
    await endPool(database, 5000);
    await source.close();
  }
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exitCode = 1;
}
