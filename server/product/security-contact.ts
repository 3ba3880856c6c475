// The contact for people who found a weakness, where no setting of the operator names one.
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";

/** The contact of a site as an address, the standard site's first; null without any. */
export async function findSecurityContact(database: Database): Promise<string | null> {
  const { rows } = await database.query<{ email: string }>(sql`
    select contact_email as email from public.site_settings where contact_email ~ '^[^\\s@]+@[^\\s@]+$'
    order by project_id = 'standard' desc, project_id limit 1`);
  return rows[0] === undefined ? null : `mailto:${rows[0].email}`;
}
