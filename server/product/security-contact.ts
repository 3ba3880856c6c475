// The contact for people who found a weakness, where no setting of the operator names one.
import sql from "sql-template-tag";
import { askTogether } from "#server/database/ask-together.ts";
import type { Database } from "#server/database/driver/connect.ts";

/** Makes the question for the contact as an address: the standard site's contact first, else another site's; null when there is none. */
export function createSecurityContact(database: Database): () => Promise<string | null> {
  const ask = askTogether(async () => new Map([["", await findSecurityContact(database)]]));
  return async () => (await ask("")) ?? null;
}

async function findSecurityContact(database: Database): Promise<string | null> {
  const { rows } = await database.query<{ email: string }>(sql`
    select contact_email as email from public.site_settings where contact_email ~ '^[^\\s@]+@[^\\s@]+$'
    order by project_id = 'standard' desc, project_id limit 1`);
  return rows[0] === undefined ? null : `mailto:${rows[0].email}`;
}
