// The product's rules for accounts: addresses that the server alone gives, logins that end at a fixed moment, words of easy passwords.
import sql from "sql-template-tag";
import { SUPER_ADMIN_EMAIL } from "#contract/projects.ts";
import { USERNAME_DOMAIN, encodeId, idKey } from "#contract/staff-address.ts";
import type { Database } from "#server/database/driver/connect.ts";
import type { AccountRules } from "#server/sign-in/accounts.ts";

const DOMAIN = USERNAME_DOMAIN.replaceAll(".", "\\.");
const RESERVED = new RegExp(`[@.]${DOMAIN}\\.*$`);

export const ACCOUNT_RULES: AccountRules = {
  isReserved: (email) => RESERVED.test(plain(email)),
  isProtected: (email) => plain(email) === SUPER_ADMIN_EMAIL,
  // Staff log in anew every eight hours (decisions §4).
  shortLogins: { addresses: `@.+\\.${DOMAIN}$`, hours: 8 },
  isOwnId,
  readNames,
  words: `
    parkering parkeringsvakt parkeringsbolag parking park vakt bot böter kontroll kontrollavgift skift taxi chaufför ambulans ambulance
    fastighet operatör ledning admin huvudadmin administratör superadmin kund kunder anställd medlem lösenord losenord password hemlig hemligt
    välkommen valkommen sommar sommaren vinter vintern höst hösten vår våren sverige swedish svensk stockholm göteborg goteborg malmö malmo
    uppsala västerås örebro linköping helsingborg norrköping jönköping lund umeå gävle borås södertälje eskilstuna halmstad växjö karlstad
    sundsvall östersund trollhättan kalmar falun kristianstad ystad skåne januari februari mars april juni juli augusti september oktober
    november december måndag tisdag onsdag torsdag fredag lördag söndag
  `.match(/\S+/g) as string[],
};

/** An address in the one spelling in which it is compared. */
const plain = (email: string) => email.normalize("NFKC").trim().toLowerCase();

/** Names of the company and its sites, with which a guess begins. */
async function readNames(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string | null }>(sql`
    select distinct unnest(array[s.name, s.path, i.issuer_name]) as name
    from public.main_page_sites s left join public.site_settings i on i.site_id = s.id limit 1000`);
  return rows.flatMap(({ name }) => (name === null ? [] : [name]));
}

/** Whether a password is the address, the part before the @, or the ID that stands there before the project (contract/staff-address.ts). */
function isOwnId(password: string, email: string): boolean {
  const [local = ""] = email.split("@");
  const [id = ""] = local.split(".");
  const given = idKey(password);
  const spelled = given.split(".").map(encodeId).join(".");
  return [email, local, id].map(idKey).some((own) => [given, encodeId(given), spelled].includes(own));
}
