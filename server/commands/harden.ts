// `npm run harden`: moves the database from the profile `specified` to `hardened`, or gives the main admin a new one-time password.
import { COMMAND_ANSWER_MS, endPool, openPool } from "#server/database/driver/connect.ts";
import { DataFolderInUseError } from "#server/database/embedded/folder-lock.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { formatFirstPassword } from "#server/identities/first-password.ts";
import { type HardenReport, hardenDatabase } from "#server/identities/harden.ts";
import { renewMainAdminPassword } from "#server/identities/set-up.ts";
import { createLog } from "#server/log.ts";
import { readSettings } from "#server/settings.ts";

const NEW_PASSWORD = "--new-main-admin-password";

/** A heading with the number of people and their names below it; nothing for an empty list. */
const list = (title: string, people: readonly string[]) =>
  people.length === 0 ? [] : [`  ${title}: ${people.length}`, ...people.map((person) => `    ${person}`)];

function formatReport(report: HardenReport): string {
  return [
    "",
    "  The database is hardened. Start the server with SECURITY_PROFILE=hardened.",
    "",
    ...list("They log in with the password that they had", report.hashed),
    ...list(
      "They log in with the password that they had and choose another, since others would guess it",
      report.guessable,
    ),
    ...list(
      "They need a new password, which their admin gives them",
      report.needPassword.map(({ person, reason }) => `${person}: ${reason}`),
    ),
    ...list("CHANGE THESE: they have a demo password that everybody knows", report.known),
    ...list(
      "LOOK AT THESE: they have rights by e-mail, and anybody could make such an account before. Remove whom you do not know",
      report.withRights,
    ),
    ...list(
      "LOOK AT THESE: they are told of what happens, and anybody could add one before. Remove what you do not know",
      report.receivers,
    ),
    "  All logins, and all links of crews and walls, have ended: make those links anew.",
    "  Anybody could change settings before: look at each site's ways to pay.",
    ...list("Removed, since another account with the same ID is the one that could log in", report.unreachable),
    `  Readable passwords emptied in the lists of e-mail accounts: ${report.emptied}`,
    `  Shifts whose photos are named by their path now: ${report.shifts}`,
    "",
  ].join("\n");
}

async function run(): Promise<void> {
  const wanted = process.argv.slice(2);
  if (wanted.some((argument) => argument !== NEW_PASSWORD)) throw new Error(`The only option is ${NEW_PASSWORD}.`);
  const settings = readSettings({ ...process.env, SECURITY_PROFILE: "hardened" }, projectFolder());
  const log = createLog("warn");
  const { dataDir, postgresBin } = settings;
  const database = settings.databaseUrl === null ? await startEmbedded({ dataDir, postgresBin, log }) : null;
  const url = settings.databaseDirectUrl ?? settings.databaseUrl ?? database?.url ?? "";
  const pool = openPool(url, { name: "parkering harden", max: 1, answerMs: COMMAND_ANSWER_MS });
  const address = settings.publicUrl ?? `http://localhost:${settings.port}`;
  try {
    await prepareDatabase({ url, profile: "as-stored", seed: "never", log });
    if (wanted.length > 0) {
      process.stdout.write(`\n${formatFirstPassword(address, await renewMainAdminPassword(pool))}\n`);
      return;
    }
    const report = await hardenDatabase(pool);
    process.stdout.write(`${formatReport(report)}\n`);
    if (report.mainAdminPassword !== null) {
      process.stdout.write(`${formatFirstPassword(address, report.mainAdminPassword)}\n`);
    }
  } finally {
    await endPool(pool, 5000);
    await database?.stop();
  }
}

try {
  await run();
} catch (error) {
  const told = error instanceof Error ? error.message : String(error);
  const hint = error instanceof DataFolderInUseError ? " Stop the server first." : "";
  process.stderr.write(`\n${told}${hint}\n\n`);
  process.exitCode = 1;
}
