// A person of each kind, with the unmodified client that acts as them.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Role, SecurityProfile, SessionKind } from "#contract/states.ts";
import { type LoggedIn, makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { isWhole, sample } from "#tests/support/run/whole.ts";

/** The site that admin and attendant work for, and another one. */
export const [OWN, OTHER] = ["ostra-hamnen", "vastra-hamnen"] as const;

/** People with an ID. Two of them share one, as two people of two projects may. The handler works at the own site. */
export const STAFF = {
  "main admin": { kind: "main-admin", project: null, userId: "huvudadmin" },
  "new main admin": { kind: "main-admin", project: null, userId: "nyadmin", mustChangePassword: true },
  "protected admin": { kind: "admin", project: "standard", userId: "standardadmin", servesAll: true },
  admin: { kind: "admin", project: OWN, userId: "admin01" },
  handler: { kind: "admin", project: "company", userId: "handl01" },
  attendant: { kind: "attendant", project: OWN, userId: "vakt01" },
  "attendant without a site": { kind: "attendant", project: null, userId: "vakt01" },
  "logged-out attendant": { kind: "attendant", project: OWN, userId: "vakt09" },
  operator: { kind: "operator", project: "721075", userId: "op01" },
  "dispatch admin": { kind: "dispatch-admin", project: "721075", userId: "ledning" },
  chauffeur: { kind: "chauffeur", project: "157715", userId: "chauffor01" },
  "taxi admin": { kind: "chauffeur-admin", project: "157715", userId: "TAXIADMIN" },
  "ambulance admin": { kind: "ase-admin", project: "ASE", userId: "aseadmin" },
  "ambulance employee": { kind: "ase-employee", project: "ASE", userId: "ASE-001" },
} as const;

/** People who sign in by e-mail, by their role. */
const ACCOUNTS = {
  "account admin": "admin",
  agent: "employee",
  member: "member",
  customer: "customer",
} as const satisfies Record<string, Role>;

export type PersonName = "visitor" | keyof typeof STAFF | keyof typeof ACCOUNTS | "service";

/**
 * Everybody, who is asked in both profiles. In `specified` people with an ID are sessions of a browser, which the database sees as the
 * visitor; their accounts are asked to show that they count for nothing there.
 */
export const PEOPLE: readonly PersonName[] = [
  "visitor",
  ...(Object.keys(STAFF) as (keyof typeof STAFF)[]),
  ...(Object.keys(ACCOUNTS) as (keyof typeof ACCOUNTS)[]),
  "service",
];

/**
 * In `specified` people with an ID are the visitor to the database, which two of them show in `npm test`; all of them are asked by
 * `npm run test:all`.
 */
export const asked = (profile: SecurityProfile): readonly PersonName[] =>
  isWhole || profile === "hardened"
    ? PEOPLE
    : PEOPLE.filter((name) => !(name in STAFF) || name === "attendant" || name === "main admin");

/**
 * Whom a rule is asked of that most people have in common: everybody with a line of the own, and in `npm test` every third of the others,
 * beginning at `from`, which is another one for each rule.
 */
export function askedOf(profile: SecurityProfile, own: object, from: number): readonly PersonName[] {
  const all = asked(profile);
  const others = new Set(
    sample(
      all.filter((name) => !(name in own)),
      3,
      from,
    ),
  );
  return all.filter((name) => name in own || others.has(name));
}

export type Person = {
  name: PersonName;
  /** Null for the visitor and the service key. */
  accountId: string | null;
  token: string | null;
  kind: SessionKind | null;
  userId: string | null;
  client: SupabaseClient;
};

/** Makes the sites and everybody. */
export async function makePeople(server: TestServer): Promise<Record<PersonName, Person>> {
  const { sql } = server;
  for (const path of [OWN, OTHER, "721075", "157715"]) await insertRow(sql, "main_page_sites", { path });
  const nobody = { accountId: null, token: null, kind: null, userId: null };
  const people: Person[] = [
    { ...nobody, name: "visitor", client: server.client() },
    { ...nobody, name: "service", client: server.client({ key: server.secretKey }) },
  ];
  const add = (name: PersonName, login: LoggedIn, more: Pick<Person, "kind" | "userId">) =>
    people.push({ name, ...more, ...login, client: server.client({ accessToken: login.token }) });
  for (const [name, person] of Object.entries(STAFF))
    add(name as PersonName, await makePerson(server, person), { kind: person.kind, userId: person.userId });
  for (const [name, role] of Object.entries(ACCOUNTS))
    add(name as PersonName, await makeAccount(sql, role), { kind: null, userId: null });
  const everybody = Object.fromEntries(people.map((person) => [person.name, person])) as Record<PersonName, Person>;
  await sql`insert into handler_sites (account_id, site)
    select ${everybody.handler.accountId}, id from main_page_sites where path = ${OWN}`;
  await sql`delete from auth.sessions where user_id = ${everybody["logged-out attendant"].accountId}`;
  return everybody;
}
