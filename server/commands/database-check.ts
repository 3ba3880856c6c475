// `npm run database:check`: whether the database that DATABASE_URL names can hold the product and keeps acknowledged writes when its primary is
// lost, and what to do where not.
import { pino } from "pino";
import { inspectFailOver } from "#server/database/fail-over.ts";
import { type Finding, inspectDatabase } from "#server/database/requirements.ts";
import { withConnection } from "#server/database/driver/one-connection.ts";
import { keepsSessions } from "#server/database/driver/client.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { reachDatabase } from "#server/database/driver/wait-for-database.ts";
import { readSettings } from "#server/settings.ts";
import { printTold } from "./command-line.ts";

const markOf = ({ problem, isAdvice }: Finding) => (problem === null ? "ok     " : isAdvice ? "advice " : "WRONG  ");

/** Whether the product runs and nothing is refused. */
const isFine = ({ problem, isAdvice }: Finding) => problem === null || isAdvice === true;

/** Findings as text: a line for each, with the remedy below it. */
const format = (findings: readonly Finding[]): string =>
  findings
    .map((finding) => `  ${markOf(finding)} ${finding.what}${finding.problem ? `\n          ${finding.problem}` : ""}`)
    .join("\n");

async function run(): Promise<string> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = process.env;
  const { databaseUrl, databaseDirectUrl } = readSettings({ DATABASE_URL, DATABASE_DIRECT_URL }, projectFolder());
  if (databaseUrl === null)
    throw new Error("Set DATABASE_URL: the database that comes with npm install needs no check.");
  const { url, directUrl } = await reachDatabase({ databaseUrl, databaseDirectUrl }, pino({ level: "silent" }), 0);
  const ask = (inspect: typeof inspectDatabase) => withConnection(directUrl, { name: "parkering-check" }, inspect);
  const findings = await ask(inspectDatabase);
  const isFit = findings.every(isFine);
  const end = isFit ? "The database can hold the product." : "The database cannot hold the product yet.";
  if (!keepsSessions(url))
    findings.push({ what: "A pooler that lends its connections, and a way past it", problem: null });
  const failOver = await ask(inspectFailOver);
  const isKept = failOver.every(({ problem }) => problem === null);
  const kept = isKept
    ? "Acknowledged writes are kept when the primary is lost."
    : "Acknowledged writes may be lost with the primary.";
  if (!isFit || !failOver.every(isFine)) process.exitCode = 1;
  return `\n${format(findings)}\n\n  ${end}\n\n${format(failOver)}\n\n  ${kept}\n\n`;
}

await printTold(run);
