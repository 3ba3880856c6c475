// A listener of each kind of person follows every table that is told live.
import { expect, vi } from "vitest";
import { makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { type Heard, listenTo } from "#tests/support/server/realtime.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import type { TestServer } from "#tests/support/server/server.ts";

/** Listeners besides the visitor and the service key; two IDs are the same in several projects on purpose. */
const makeEverybody = async (server: TestServer, { own, other }: Projects) => ({
  mainAdmin: await makePerson(server, { kind: "main-admin", project: null, userId: "huvudadmin" }),
  protectedAdmin: await makePerson(server, {
    kind: "admin",
    project: "standard",
    userId: "standardadmin",
    servesAll: true,
  }),
  admin: await makePerson(server, { kind: "admin", project: own, userId: "admin01" }),
  handler: await makePerson(server, { kind: "admin", project: "company", userId: "handl01" }),
  otherAdmin: await makePerson(server, { kind: "admin", project: other, userId: "admin01" }),
  attendant: await makePerson(server, { kind: "attendant", project: own, userId: "vakt01" }),
  colleague: await makePerson(server, { kind: "attendant", project: own, userId: "vakt02" }),
  otherAttendant: await makePerson(server, { kind: "attendant", project: other, userId: "vakt01" }),
  freeAttendant: await makePerson(server, { kind: "attendant", project: null, userId: "vakt01" }),
  newcomer: await makePerson(server, { kind: "attendant", project: own, userId: "vakt03", mustChangePassword: true }),
  operator: await makePerson(server, { kind: "operator", project: "721075", userId: "op01" }),
  dispatchAdmin: await makePerson(server, { kind: "dispatch-admin", project: "721075", userId: "ledning" }),
  chauffeur: await makePerson(server, { kind: "chauffeur", project: "157715", userId: "chauffor01" }),
  chauffeurAdmin: await makePerson(server, { kind: "chauffeur-admin", project: "157715", userId: "TAXIADMIN" }),
  aseAdmin: await makePerson(server, { kind: "ase-admin", project: "ASE", userId: "aseadmin" }),
  aseEmployee: await makePerson(server, { kind: "ase-employee", project: "ASE", userId: "ASE-001" }),
  accountAdmin: await makeAccount(server.sql, "admin"),
  agent: await makeAccount(server.sql, "employee"),
  member: await makeAccount(server.sql, "member"),
  customer: await makeAccount(server.sql, "customer"),
  nobody: await makeAccount(server.sql, null),
});

export type PersonName = keyof Awaited<ReturnType<typeof makeEverybody>> | "visitor" | "service";

/** The site that most people work for, and another one. */
export type Projects = { own: string; other: string };

export type Listeners = {
  people: Record<PersonName, Heard>;
  /** Waits until everybody has been told of all that was committed before. */
  allAreTold(): Promise<void>;
  stop(): Promise<void>;
};

/** Makes the sites and the people, and lets each listen on a channel of their own to every table of the publication. */
export async function listenAsEverybody(server: TestServer, projects: Projects): Promise<Listeners> {
  const { sql } = server;
  for (const path of Object.values(projects)) await insertRow(sql, "main_page_sites", { path });
  // Everybody hears this one, and a socket's messages keep their order.
  await sql`create table public.bells (id uuid primary key default gen_random_uuid(), rung int not null)`;
  await sql`grant select on public.bells to anon, authenticated, service_role`;
  await sql`alter publication supabase_realtime add table public.bells`;

  const everybody = await makeEverybody(server, projects);
  await sql`insert into handler_sites (account_id, site)
    select ${everybody.handler.accountId}, id from main_page_sites where path = ${projects.own}`;
  const clients = {
    visitor: server.client(),
    service: server.client({ key: server.secretKey }),
    ...mapValues(everybody, ({ token }) => server.client({ accessToken: token })),
  };
  const tables = await sql<{ table: string }[]>`
    select tablename as table from pg_publication_tables where pubname = 'supabase_realtime'`;
  const people = {} as Record<PersonName, Heard>;
  // The first makes the server see the new table; the others need not wait for one another.
  people.visitor = await listenTo(clients.visitor, ...tables);
  await Promise.all(
    (Object.keys(clients) as PersonName[])
      .filter((name) => name !== "visitor")
      .map(async (name) => {
        people[name] = await listenTo(clients[name], ...tables);
      }),
  );

  let rung = 0;
  return {
    people,
    async allAreTold() {
      rung += 1;
      await sql`insert into bells (rung) values (${rung})`;
      const heardIt = (heard: Heard): boolean =>
        heard.events.some(({ table, new: row }) => table === "bells" && (row as { rung: number }).rung === rung);
      const deaf = () => Object.entries(people).flatMap(([name, heard]) => (heardIt(heard) ? [] : [name]));
      await vi.waitFor(() => expect(deaf()).toEqual([]), PATIENCE);
    },
    async stop() {
      await Promise.all(Object.values(clients).map((client) => client.realtime.disconnect()));
    },
  };
}

const mapValues = <K extends string, A, B>(record: Record<K, A>, change: (value: A) => B): Record<K, B> =>
  Object.fromEntries(Object.entries<A>(record).map(([key, value]) => [key, change(value)])) as Record<K, B>;
