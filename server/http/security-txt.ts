// Tells whom to tell of a weakness: /.well-known/security.txt (RFC 9116).
import type { Handler } from "hono";
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";

/** The file must say until when it holds; it is written anew with every request. */
const HOLDS_FOR_MS = 180 * 86_400_000;

/** Makes the handler of the file; without a contact in the settings it names a site's, the standard one's first, and is 404 without any. */
export function answerSecurityTxt(database: Database, setting: string | null, publicUrl: string | null): Handler {
  return async (context) => {
    const contact = setting ?? (await readContact(database));
    if (contact === null) return context.json({ code: "404", message: "Not found" }, 404);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(Date.now() + HOLDS_FOR_MS).toISOString()}`,
      "Preferred-Languages: sv, en",
      ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
    ];
    return context.text(`${lines.join("\n")}\n`);
  };
}

async function readContact(database: Database): Promise<string | null> {
  const { rows } = await database.query<{ email: string }>(sql`
    select contact_email as email from public.site_settings where contact_email ~ '^[^\\s@]+@[^\\s@]+$'
    order by project_id = 'standard' desc, project_id limit 1`);
  return rows[0] === undefined ? null : `mailto:${rows[0].email}`;
}
