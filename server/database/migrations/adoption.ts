// Adopts databases from before the baseline: the baseline becomes their whole history, once they equal the database that the baseline
// makes.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sql, { raw } from "sql-template-tag";
import { type Catalog, type Piece, readCatalog } from "../catalog.ts";
import type { Database } from "../driver/connect.ts";
import { transact } from "../driver/one-connection.ts";
import { recordMigration } from "./migration-checksums.ts";
import { type Migration, projectFolder } from "./project-files.ts";
import { splitStatements } from "./sql-statements.ts";

/**
 * A database with all migrations before the baseline differs from their result: somebody changed it by hand. The message names the
 * differences.
 */
export class NotAdoptedError extends Error {
  override name = "NotAdoptedError";
}

/** Most differences that the message names. */
const NAMED = 30;
/** Objects that the server makes for itself: the table of its secrets, and the capture of changes for the gateway. */
const OF_THE_SERVER = /\bprivate\.server_secrets\b|\brealtime\.gateway_/;

/** File with the pieces that the migrations before the baseline make: a line for each, with its SHA-256, kind and name. */
const piecesFile = () => join(projectFolder(), "supabase", "before-1.0", "pieces.sha256");

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const isOwn = ({ kind, name, of }: Piece) =>
  /(?:^| )(?:public|private)\./.test(of === "" ? name : of) || (kind === "row" && of === "storage.buckets");
/**
 * Whether a piece has to equal the baseline's. Comments do not, since the baseline brings its own. Rights of anon in tables and in
 * functions of staff do not, since they depend on the profile. Publications other than the gateway's do not, since they belong to the
 * operator, who copies rows to another place.
 */
function isCompared(piece: Piece, catalog: Catalog): boolean {
  const { kind, name, of, text } = piece;
  if (kind === "comment" || OF_THE_SERVER.test(`${of} ${name} ${kind === "trigger" ? text : ""}`)) return false;
  if (kind === "publication") return name.startsWith("supabase_realtime ");
  if (kind !== "grant") return true;
  const [, functionName] = /^function public\.(\w+)\(.* to anon$/.exec(name) ?? [];
  return name.startsWith("function ") && !catalog.has(`row private.staff_functions ${functionName}`);
}

/** The lines of the pieces that `isWanted`, as the file of pieces has them. */
export const linesOf = (catalog: Catalog, isWanted: (piece: Piece) => boolean): string[] =>
  [...catalog.values()]
    .filter((piece) => isCompared(piece, catalog) && isWanted(piece))
    .map(({ kind, name, text }) => `${sha256(text)} ${kind} ${name}`)
    .toSorted();

/**
 * Makes the baseline the whole history of a database that has all migrations before it, in one transaction; no row of data is touched.
 * Throws NotAdoptedError, and changes nothing, when the database differs from what those migrations make.
 */
export async function adopt(connection: Database, baseline: Migration): Promise<void> {
  await transact(connection, async () => {
    refuseDifferences(await readCatalog(connection));
    await connection.query(sql`delete from supabase_migrations.schema_migrations`);
    await connection.query(sql`delete from supabase_migrations.checksums`);
    for (const statement of splitStatements(baseline.sql).filter((each) => each.startsWith("comment on ")))
      await connection.query(raw(statement));
    await recordMigration(connection, baseline);
  });
}

/**
 * Text of the piece in this database, such as a table's storage parameters: enough to undo a change. The text of a function is too long.
 */
const asHere = (piece: Piece | undefined) =>
  piece === undefined || piece.kind === "function" ? "" : `, here: ${piece.text.slice(0, 200)}`;

function refuseDifferences(catalog: Catalog): void {
  const expected = readFileSync(piecesFile(), "utf8").split(/\r?\n/).filter(Boolean);
  const wanted = new Map(expected.map((line) => [line.slice(65), line.slice(0, 64)]));
  // Schemas of Supabase's services may hold more pieces than ours, and those are not compared.
  const found = new Map(
    linesOf(catalog, (piece) => isOwn(piece) || wanted.has(`${piece.kind} ${piece.name}`)).map((line) => [
      line.slice(65),
      line.slice(0, 64),
    ]),
  );
  const differences = [
    ...[...wanted].flatMap(([name, sum]) =>
      found.get(name) === sum
        ? []
        : [`${name} ${found.has(name) ? `differs${asHere(catalog.get(name))}` : "is missing"}`],
    ),
    ...[...found.keys()].filter((name) => !wanted.has(name)).map((name) => `${name} is none of ours`),
  ];
  if (differences.length === 0) return;
  const more = differences.length > NAMED ? `\n  … and ${differences.length - NAMED} more` : "";
  throw new NotAdoptedError(
    "This database was changed by hand, so that it is not what its migrations make. Undo this, then start again " +
      `(docs/operations.md):\n  ${differences.slice(0, NAMED).join("\n  ")}${more}`,
  );
}
