// The accounts that the start prints: those of the seed that are still there with the seed's passwords.
import sql, { type Sql } from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";

export type DemoAccount = { who: string; address: string; name: string; password: string };

/** A seeded account; `isThere` is the query that asks for it, as `found`. */
type SeededAccount = DemoAccount & { isThere: Sql };

const inProject = (project: string, name: string, password: string) => sql`
  select exists(select from public.project_attendants
    where project_id = ${project} and user_id = ${name} and password = ${password}) as found`;

const inAuth = (email: string, password: string) => sql`
  select exists(select from auth.users
    where email = ${email} and encrypted_password = extensions.crypt(${password}, encrypted_password)) as found`;

/** Accounts of decisions §2, "Added rows"; the attendant is found in either table (decisions §3). */
const SEEDED: readonly SeededAccount[] = [
  {
    who: "Parking attendant",
    address: "/ostra-hamnen/attendant-login",
    name: "vakt01",
    password: "Vakt-7410",
    isThere: sql`
      select exists(select from public.project_attendants where user_id = 'vakt01' and password = 'Vakt-7410')
        or exists(select from public.attendants where user_id = 'vakt01' and password = 'Vakt-7410') as found`,
  },
  {
    who: "Customer admin",
    address: "/ostra-hamnen/admin-login",
    name: "admin01",
    password: "Admin-7410",
    isThere: sql`
      select exists(select from public.admin_accounts where user_id = 'admin01' and password = 'Admin-7410') as found`,
  },
  {
    who: "Operator",
    address: "/operator-login",
    name: "op01",
    password: "Operator-7410",
    isThere: inProject("721075", "op01", "Operator-7410"),
  },
  {
    who: "Chauffeur",
    address: "/157715/chauffeur-login",
    name: "chauffor01",
    password: "Taxi-7410",
    isThere: inProject("157715", "chauffor01", "Taxi-7410"),
  },
  {
    who: "Ambulance employee",
    address: "/ASE/employee-login",
    name: "ASE-001",
    password: "(none)",
    isThere: sql`select exists(select from public.ase_employees where employee_id = 'ASE-001') as found`,
  },
  {
    who: "Real estate agent",
    address: "/login",
    name: "agent@parkering.example",
    password: "Agent-7410",
    isThere: inAuth("agent@parkering.example", "Agent-7410"),
  },
  {
    who: "Super admin",
    address: "/login",
    name: "superadmin@parkering.example",
    password: "Super-7410",
    isThere: inAuth("superadmin@parkering.example", "Super-7410"),
  },
];

/** Fixed values of the front end (decisions §1); they work as long as the profile is `specified`. */
const FIXED: readonly DemoAccount[] = [
  { who: "Main admin", address: "/admin-login", name: "huvudadmin", password: "Huvud-7410" },
  { who: "Protected admin", address: "/standard/admin-login", name: "standardadmin", password: "Standard-7410" },
  { who: "Dispatch administrator", address: "/721075?role=administrator", name: "ledning", password: "Ledning-7410" },
  { who: "Taxi admin", address: "/157715/chauffeur-login", name: "TAXIADMIN", password: "(none)" },
  { who: "Ambulance admin", address: "/ASE/admin", name: "aseadmin", password: "Ambulans-7410" },
];

/** Gives the accounts of the seed that still have the seed's passwords. `database` is of its owner. */
export async function findSeededAccounts(database: Database): Promise<DemoAccount[]> {
  const found = await Promise.all(
    SEEDED.map(async ({ isThere, ...account }) => {
      const { rows } = await database.query<{ found: boolean }>(isThere);
      return rows[0]?.found ? [account] : [];
    }),
  );
  return found.flat();
}

/** Gives the accounts that work on this database under `specified`; none when it was not seeded. */
export async function findDemoAccounts(database: Database): Promise<DemoAccount[]> {
  const seeded = await findSeededAccounts(database);
  return seeded.length > 0 ? [...seeded, ...FIXED] : [];
}

/** Lays accounts out as lines for the console. */
export function formatAccounts(accounts: readonly DemoAccount[]): string {
  const rows = accounts.map((account) => [account.who, account.address, account.name, account.password]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}
