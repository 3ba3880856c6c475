// Rows of the tables for which rows.ts has no row written by hand: the schema says which columns need a value.

/** A column. `isGiven` says that it has no default, so that a row must give a value. */
type Column = { name: string; type: string; isGiven: boolean };

/**
 * A row of each table of `schema` (the sources in supabase/schemas) except the tables `written` elsewhere. Every column that needs a value
 * gets a short text. Throws for a table that needs a row written by hand.
 */
export function plainRows(schema: string, written: readonly string[]): Record<string, Record<string, string>> {
  const tables = [...schema.matchAll(/^create table public\.(\w+) \(\n(.*?)^\);/gms)];
  return Object.fromEntries(
    tables
      .filter(([, table = ""]) => !written.includes(table))
      .map(([, table = "", text = ""]) => [table, plainRow(table, columnsOf(text))]),
  );
}

const columnsOf = (text: string): Column[] =>
  Array.from(text.matchAll(/^ {2}(?!constraint )(\w+) (.+?),?$/gm), ([, name = "", rest = ""]) => ({
    name,
    type: rest.split(" ")[0] ?? "",
    isGiven: rest.endsWith(" not null") && !/ (default|generated) /.test(rest),
  }));

function plainRow(table: string, columns: Column[]): Record<string, string> {
  const given = columns.filter(({ isGiven }) => isGiven);
  // A name with this ending says whose row it is, or what the row belongs to, so a short text would not do.
  const odd = columns.filter(({ name, type, isGiven }) => name.endsWith("_id") || (isGiven && type !== "text"));
  if (given.length === 0 || odd.length > 0) {
    const why = odd.map(({ name }) => name).join(", ") || "nothing has to be given";
    throw new Error(
      `${table} (${why}) needs a row in tests/support/rows/rows.ts, and its places in tests/access/places.ts`,
    );
  }
  return Object.fromEntries(given.map(({ name }) => [name, `Text of ${name}`]));
}
