// `npm run factor-secrets`: prints the plain secrets of second factors as SQL, for a move to hosted Supabase.
import { openSource, readPlaces } from "./command-line.ts";
import { COMMAND_ANSWER_MS, endPool, openPool } from "#server/database/driver/connect.ts";
import { createLog } from "#server/log.ts";
import { readSecrets } from "#server/secrets.ts";
import { plainSecretStatements } from "#server/sign-in/factor-secrets.ts";

try {
  if (process.argv.length > 2) throw new Error("npm run factor-secrets takes no arguments.");
  const source = await openSource(readPlaces(process.env), createLog("warn"));
  const database = openPool(source.url, { name: "parkering-factor-secrets", max: 1, answerMs: COMMAND_ANSWER_MS });
  try {
    const { factorKeys } = await readSecrets(database);
    for (const statement of await plainSecretStatements(database, factorKeys)) process.stdout.write(`${statement}\n`);
  } finally {
    await endPool(database, 5000);
    await source.close();
  }
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exitCode = 1;
}
