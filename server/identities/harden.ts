// Moves a database of the profile `specified` to `hardened`: accounts for everybody, no readable password left (docs/security.md).
import sql, { raw } from "sql-template-tag";
import { DISPATCH_PROJECT, AMBULANCE_PATH, TAXI_PROJECT } from "#contract/projects.ts";
import { staffAddress } from "#contract/staff-address.ts";
import type { SessionKind } from "#contract/states.ts";
import { type Database, type DatabasePool, inTransaction } from "#server/database/driver/connect.ts";
import { findSeededAccounts } from "#server/product/demo-accounts.ts";
import { ACCOUNT_RULES } from "#server/product/accounts.ts";
import { whyGuessable } from "#server/sign-in/password-rules.ts";
import { ensureBuiltInAccounts } from "./set-up.ts";
import { createStaffAccount } from "./staff-accounts.ts";

/** Result of the move. People are named as `vakt01 (attendant, ostra-hamnen)`. */
export type HardenReport = {
  /** The one-time password of the first main admin; null when there was a main admin already. */
  mainAdminPassword: string | null;
  /** People whose password works as before, now kept as a slow hash. */
  hashed: string[];
  /** People whose password others would guess: it works once, to choose another. */
  guessable: string[];
  /** People who can log in only after somebody gave them a new password, with the reason. */
  needPassword: { person: string; reason: string }[];
  /** Rows that no login could reach, and that were removed. */
  unreachable: string[];
  /** People who still have a password of the seed, which everybody knows. */
  known: string[];
  /** E-mail accounts with rights, each as `agent@example.se (employee)`: in `specified` anybody makes one. */
  withRights: string[];
  /** Receivers of messages, each as `ostra-hamnen: discord.com …wxyz`: in `specified` anybody adds one. */
  receivers: string[];
  /** Rows of lists whose readable password was emptied. */
  emptied: number;
  /** Shifts whose photos are now named by their path. */
  shifts: number;
};

type Roster = "project_attendants" | "attendants" | "admin_accounts" | "ase_employees";
type RosterRow = {
  table: Roster;
  id: string;
  user_id: string;
  project_id: string | null;
  password: string | null;
  display_name: string | null;
  created_at: Date;
};

/** bcrypt reads no more bytes of a password than these. */
const BCRYPT_MAX_BYTES = 72;

/**
 * Moves the database; `pool` is of its owner. The whole move happens or nothing of it, it may be run again, and there is no way back. The
 * migrations must have been applied.
 */
export async function hardenDatabase(pool: DatabasePool): Promise<HardenReport> {
  const report: HardenReport = {
    mainAdminPassword: null,
    hashed: [],
    guessable: [],
    needPassword: [],
    unreachable: [],
    known: (await findSeededAccounts(pool)).filter(({ password }) => password !== "(none)").map(({ name }) => name),
    withRights: [],
    receivers: [],
    emptied: 0,
    shifts: 0,
  };
  await inTransaction(pool, async (transaction) => {
    await endWhatLetIn(transaction);
    await transaction.query(sql`
      insert into private.settings (security_profile) values ('hardened')
      on conflict (only_row) do update set security_profile = excluded.security_profile`);
    report.mainAdminPassword = await ensureBuiltInAccounts(transaction);
    for (const row of await readRoster(transaction)) await moveRow(transaction, row, report);
    report.withRights = await listWithRights(transaction);
    report.receivers = await listReceivers(transaction);
    report.emptied = await emptyPasswords(transaction);
    report.shifts = await namePhotosByPath(transaction);
  });
  return report;
}

/** People without an account. A project's own people come first, as the login of `specified` finds them first. */
async function readRoster(transaction: Database): Promise<RosterRow[]> {
  const { rows } = await transaction.query<RosterRow>(sql`
  select 'project_attendants' as table, id, user_id, project_id, password, discord_username as display_name, 1 as place, created_at
  from public.project_attendants where account_id is null
  union all
  select 'attendants', id, user_id, project_id, password, discord_username, 2, created_at from public.attendants where account_id is null
  union all
  select 'admin_accounts', id, user_id, project_id, password, null, 3, created_at from public.admin_accounts where account_id is null
  union all
  select 'ase_employees', id, employee_id, ${AMBULANCE_PATH}, null, name, 4, created_at from public.ase_employees where account_id is null
  order by place, created_at, id`);
  return rows;
}

async function moveRow(transaction: Database, row: RosterRow, report: HardenReport): Promise<void> {
  const kind = kindOf(row);
  const person = `${row.user_id} (${kind}${row.project_id === null ? "" : `, ${row.project_id}`})`;
  const reason = whyNotHashed(row.password);
  const isGuessable = reason === null && row.password !== null && (await isGuessed(transaction, kind, row));
  const accountId = await createStaffAccount(
    transaction,
    {
      kind,
      project: row.project_id,
      userId: row.user_id,
      displayName: row.display_name,
      mustChangePassword: isGuessable,
    },
    reason === null ? row.password : null,
  );
  if (accountId === null) {
    await transaction.query(sql`delete from ${tableOf(row)} where id = ${row.id}`);
    report.unreachable.push(person);
    return;
  }
  await keepRow(transaction, row, kind, accountId);
  if (kind === "attendant") await giveShifts(transaction, row, accountId);
  if (isGuessable) report.guessable.push(person);
  else if (reason === null) report.hashed.push(person);
  else report.needPassword.push({ person, reason });
}

/**
 * Gives the row of a list its account. A site's attendants also come into the list that the site's admin manages, since people who need
 * another password get it there.
 */
async function keepRow(transaction: Database, row: RosterRow, kind: SessionKind, account: string): Promise<void> {
  const { id, table } = row;
  if (table === "ase_employees") {
    await transaction.query(sql`update public.ase_employees set account_id = ${account} where id = ${id}`);
  } else if (table === "project_attendants" && kind === "attendant") {
    await transaction.query(sql`
      with moved as (delete from public.project_attendants where id = ${id} returning *)
      insert into public.attendants (id, account_id, user_id, project_id, discord_username, created_at)
      select id, ${account}, user_id, project_id, discord_username, created_at from moved`);
  } else {
    await transaction.query(sql`
      update ${tableOf(row)} set account_id = ${account}, password = null where id = ${id}`);
  }
}

/** Gives the account the shifts that the person registered since they were added. */
async function giveShifts(transaction: Database, row: RosterRow, account: string): Promise<void> {
  await transaction.query(sql`
    update public.shift_registrations set account_id = ${account}
    where account_id is null and private.id_key(attendant_user_id) = private.id_key(${row.user_id})
      and project_id is not distinct from ${row.project_id} and created_at >= ${row.created_at}::timestamptz`);
}

/** The table's name is one of `Roster`, and never a value of a row. */
const tableOf = ({ table }: RosterRow) => raw(`public.${table}`);

function kindOf({ table, project_id: project }: RosterRow): SessionKind {
  if (table === "admin_accounts") return "admin";
  if (table === "ase_employees") return "ase-employee";
  if (table === "project_attendants" && project === DISPATCH_PROJECT) return "operator";
  if (table === "project_attendants" && project === TAXI_PROJECT) return "chauffeur";
  return "attendant";
}

/** Whether the sign-in service would refuse the password if its owner chose it today. */
async function isGuessed(transaction: Database, kind: SessionKind, row: RosterRow): Promise<boolean> {
  const email = staffAddress({ kind, project: row.project_id, userId: row.user_id }) ?? "";
  return (await whyGuessable(transaction, row.password ?? "", email, ACCOUNT_RULES)) !== null;
}

/** Reason why a stored password cannot become a slow hash, or null when it can. */
function whyNotHashed(stored: string | null): string | null {
  if (stored === null) return "there was no password";
  if (/^[0-9a-f]{64}$/i.test(stored)) return "only its SHA-256 was stored";
  if (Buffer.byteLength(stored) > BCRYPT_MAX_BYTES) return "it is longer than the 72 bytes that the hash reads";
  return null;
}

/** Ends logins, since passwords were readable until now, and the links of crews and walls, since anybody made them. */
async function endWhatLetIn(transaction: Database): Promise<void> {
  const { rows } = await transaction.query(sql`
    select from private.settings where security_profile = 'specified'`);
  if (rows.length === 0) return;
  await transaction.query(sql`delete from auth.sessions`);
  await transaction.query(sql`update private.dispatch_links set ended_at = now() where ended_at is null`);
}

async function listReceivers(transaction: Database): Promise<string[]> {
  const { rows } = await transaction.query<{ name: string }>(sql`
    select project_id || ': ' || coalesce(nullif(address, ''), channel) as name from public.message_hooks
    where is_active order by project_id, created_at, id`);
  return rows.map(({ name }) => name);
}

async function listWithRights(transaction: Database): Promise<string[]> {
  const { rows } = await transaction.query<{ name: string }>(sql`
    select u.email || ' (' || string_agg(r.role::text, ', ' order by r.role::text) || ')' as name
    from public.user_roles r join auth.users u on u.id = r.user_id
    where r.role::text in ('admin', 'employee') group by u.email order by u.email`);
  return rows.map(({ name }) => name);
}

/** Empties the remaining readable passwords, in lists of people who sign in by e-mail: the sign-in service has their hashes. */
async function emptyPasswords(transaction: Database): Promise<number> {
  const passwords = await transaction.query(sql`
    update public.user_passwords set password_text = null where password_text is not null`);
  const credentials = await transaction.query(sql`
    update public.admin_user_credentials set password_text = null where password_text is not null`);
  return (passwords.rowCount ?? 0) + (credentials.rowCount ?? 0);
}

const PUBLIC_ADDRESS = "/storage/v1/object/public/shift-images/";

/** Names photos by their path: shifts of `specified` hold public addresses of photos, which `hardened` does not answer. */
async function namePhotosByPath(transaction: Database): Promise<number> {
  const { rows } = await transaction.query<{ id: string; image_urls: string[] }>(sql`
    select id, image_urls from public.shift_registrations
    where exists (select from unnest(image_urls) as u(url) where u.url like ${`%${PUBLIC_ADDRESS}%`})`);
  for (const shift of rows) {
    const paths = shift.image_urls.map(photoPath);
    await transaction.query(sql`update public.shift_registrations set image_urls = ${paths} where id = ${shift.id}`);
  }
  return rows.length;
}

/** The path of a photo in its bucket; an address of another kind stays. */
function photoPath(url: string): string {
  const at = url.indexOf(PUBLIC_ADDRESS);
  if (at === -1) return url;
  const path = url.slice(at + PUBLIC_ADDRESS.length);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
