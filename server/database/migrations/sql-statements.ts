// Splits an SQL file into statements, so that the migration history reads as the Supabase CLI writes it.

/** End (exclusive) of a quoted piece that begins at `from`; `from` itself when no quote begins there. */
function skipQuoted(sql: string, from: number): number {
  const end = (closing: string, start: number): number => {
    const found = sql.indexOf(closing, start);
    return found === -1 ? sql.length : found + closing.length;
  };
  if (sql.startsWith("--", from)) return end("\n", from);
  if (sql.startsWith("/*", from)) return end("*/", from + 2);
  const quote = sql[from];
  if (quote === "'" || quote === '"') return end(quote, from + 1);
  const tag = quote === "$" ? /^\$(?:[A-Za-z_]\w*)?\$/.exec(sql.slice(from, from + 80))?.[0] : undefined;
  return tag === undefined ? from : end(tag, from + tag.length);
}

/** The statements of an SQL text, trimmed, without their semicolons and without pieces that are nothing but space and comments. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let hasCode = false;
  const take = (until: number): void => {
    if (hasCode) statements.push(sql.slice(start, until).trim());
    start = until + 1;
    hasCode = false;
  };
  for (let at = 0; at < sql.length;) {
    const after = skipQuoted(sql, at);
    if (after > at) {
      hasCode ||= !sql.startsWith("--", at) && !sql.startsWith("/*", at);
      at = after;
      continue;
    }
    if (sql[at] === ";") take(at);
    else hasCode ||= /\S/.test(sql[at] ?? "");
    at += 1;
  }
  take(sql.length);
  return statements;
}
