/** Asks the database which changed rows each identity may see, under that identity's role and claims. */
import sql from "sql-template-tag";

import type { Database } from "#server/database/driver/connect.ts";
import type { Table } from "./changes/changes.ts";
import type { Identity, Role } from "../callers/identity.ts";
import { type Answer, type Basis, LIFE, type Rights } from "./changes/rights.ts";

/** Question about a table. */
type Question = {
  /** Primary keys of rows to read. */
  keys: readonly (readonly string[])[];
  /** Old rows: the statement that changed them, and their keys before it. */
  gone: readonly OldRow[];
};
export type OldRow = readonly [statement: string | null, key: readonly string[]];

/** Rows that each identity may see. Positions are those in the `keys` of the question, or in its `gone` where the field says so. */
export type Visibility = {
  /** Positions that an identity may see, by its key. An absent identity could not be asked, and sees nothing. */
  visible: Map<string, Set<number>>;
  /** Rows as JSON text by role and position, with the columns that the role may read. */
  rows: Map<Role, Map<number, string>>;
  /** Positions in `gone` of the rows that an identity could see, by its key. */
  sawBefore: Map<string, Set<number>>;
  failures: { identity: Identity; message: string }[];
};

/**
 * Reads rows once for all identities, from one snapshot (see `READ_FUNCTION`). Where the table's policies ask for nothing but rights, one login
 * is asked in the place of all logins with the same rights in that snapshot.
 * @throws when the database does, and when an old row is not kept any more
 */
export async function readVisibility(
  database: Database,
  table: Table,
  question: Question,
  identities: readonly Identity[],
  rights: Rights,
): Promise<Visibility> {
  const ask = (asked: readonly Identity[], basis: Basis | null) => askRows(database, table, question, asked, basis);
  for (let attempt = 0; attempt < MOST_ATTEMPTS && rights.mayShare(table, identities); attempt += 1) {
    const representatives = await rights.represent(database, identities);
    const answers = await ask([...new Set(representatives.values())], rights.basis);
    if (rights.accept(table, identities, answers)) return visibilityOf(representatives, answers);
  }
  const answers = await ask(identities, null);
  return visibilityOf(new Map(identities.map((identity) => [identity, identity])), answers);
}

/** Number of attempts in which changed rights are learned anew; after them each login is asked for itself. */
const MOST_ATTEMPTS = 3;

/** An answer of the database, and the identity that was asked. */
type Told = Answer & { identity: Identity | undefined };

async function askRows(
  database: Database,
  table: Table,
  { keys, gone }: Question,
  identities: readonly Identity[],
  basis: Basis | null,
): Promise<Told[]> {
  const readers = identities.map(({ role, claims }) => ({ role, claims }));
  const columns = table.columns.map((column) => column.name);
  const { rows } = await database.query<Answer>(sql`
    select kind, reader, visible, role_name, body, ${LIFE} from realtime.gateway_read(
      ${table.oid}::int8::oid, ${columns}::text[], ${JSON.stringify(keys)}::jsonb, ${JSON.stringify(gone)}::jsonb,
      ${JSON.stringify(readers)}::jsonb, ${basis?.snapshot ?? null}::text, to_timestamp(${basis?.until ?? null}::float8))`);
  return rows.map((row) => ({ ...row, identity: identities[row.reader] }));
}

function visibilityOf(representatives: ReadonlyMap<Identity, Identity>, answers: readonly Told[]): Visibility {
  const rows: Visibility["rows"] = new Map();
  const failures: Visibility["failures"] = [];
  for (const { kind, reader, role_name: role, body, identity } of answers) {
    if (kind === "row") rows.set(role, (rows.get(role) ?? new Map<number, string>()).set(reader, body ?? "{}"));
    else if (kind === "failed" && identity) failures.push({ identity, message: body ?? "" });
  }
  /** Positions in the answers for the login that was asked in an identity's place. */
  const positions = (wanted: Answer["kind"]) => {
    const told = answers.filter(({ kind }) => kind === wanted);
    const byRepresentative = new Map(told.map(({ identity, visible }) => [identity, new Set(visible)]));
    const byKey = new Map<string, Set<number>>();
    for (const [{ key }, representative] of representatives) {
      const answer = byRepresentative.get(representative);
      if (answer) byKey.set(key, answer);
    }
    return byKey;
  };
  return {
    visible: positions("visible"),
    rows,
    sawBefore: positions("gone"),
    failures,
  };
}
