// A row of every table that the database accepts, for tests that change one thing in it.
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Sql, TransactionSql } from "postgres";
import type { Database } from "#data/database.gen.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { readSources } from "#tools/schemas/sources.ts";
import { plainRows } from "#tests/support/rows/plain-rows.ts";
import { settleSite } from "#tests/support/rows/settled-sites.ts";

type Row = Record<string, unknown>;
type AnySql = Sql | TransactionSql;

/** Key of the fine to which valid rows of other tables belong. */
export const VALID_FINE = "00000000-0000-4000-8000-0000000000f0";
/** Key of the call of dispatch to which the valid rows of units and events belong. */
export const VALID_CALL = "00000000-0000-4000-8000-0000000000d1";

/** Keys of the property and the bid to which valid rows of other tables belong. */
const VALID_PROPERTY = "00000000-0000-4000-8000-0000000000b0";
const VALID_BID = "00000000-0000-4000-8000-0000000000b1";

/** Keys of the car and the turn with it to which valid rows of other tables belong. */
export const VALID_VEHICLE = "00000000-0000-4000-8000-0000000000a0";
export const VALID_TURN = "00000000-0000-4000-8000-0000000000a1";

/** Key of the turn on the clock to which the valid breaks and events belong. */
export const VALID_WORK_TURN = "00000000-0000-4000-8000-0000000000c1";

/** Key of the notice to which the valid receipt belongs. */
export const VALID_NOTICE = "00000000-0000-4000-8000-0000000000c2";

/** Keys of the planned shift and the place to which the valid places, offers and events belong. */
export const VALID_SHIFT = "00000000-0000-4000-8000-0000000000c3";
export const VALID_PLACE = "00000000-0000-4000-8000-0000000000c4";

/** Key of the kind of the valid certificate. */
export const VALID_CERTIFICATE_TYPE = "00000000-0000-4000-8000-0000000000c5";

/**
 * Rows written by hand: they give the columns without a default, and columns that make the row worth reading. Keys of rows of other tables
 * come from the caller of `insertRow`.
 */
const WRITTEN = {
  main_page_sites: { name: "Norra kajen", path: "norra-kajen", description: "Parkering vid kajen." },
  contact_messages: { name: "Åsa", subject: "Fråga", email: "asa@example.com", message: "Hej!", signature: "" },
  parkings: {
    car_model: "Volvo V60",
    car_color: "Röd",
    street: "Åkergränd 1",
    ref_number: "ABC123",
    start_time: "2026-11-21T08:00:00Z",
    end_time: "2026-11-21T10:00:00Z",
  },
  parking_deletion_logs: { parking_id: "00000000-0000-4000-8000-000000000001", deleted_by: "vakt01" },
  project_attendants: { user_id: "vakt99", project_id: "ostra-hamnen", password: "Vakt-7410" },
  attendants: { user_id: "vakt99", password: "Vakt-7410" },
  attendant_deletion_logs: { attendant_user_id: "vakt99", deleted_by: "admin01" },
  admin_accounts: { user_id: "admin99", password: "Admin-7410" },
  shift_registrations: {
    attendant_user_id: "vakt01",
    start_time: "2026-11-21T08:00:00Z",
    end_time: "2026-11-21T16:00:00Z",
    description: "Lugnt pass.",
    image_urls: ["/a.png", "/b.png"],
  },
  web_activity_logs: { user_id: "vakt01", user_type: "attendant", action: "page_visit", page_url: "/ostra-hamnen/x" },
  profiles: { id: "00000000-0000-4000-8000-00000000000a", email: "extra@example.com" },
  user_roles: { user_id: "00000000-0000-4000-8000-00000000000a", role: "customer" },
  user_passwords: { email: "extra@example.com", password_text: "Losen-7410" },
  admin_user_credentials: { email: "extra@example.com", password_text: "Losen-7410", account_type: "customer" },
  vehicle_registrations: { project_id: "157715", chauffeur_id: "chauffor99", item_3: true },
  company: { project_id: "company", org_number: "556000-0001" },
  handler_sites: {
    account_id: "00000000-0000-4000-8000-00000000000a",
    site: "00000000-0000-4000-8000-00000000000b",
  },
  taxi_settings: { project_id: "annan-taxi" },
  vehicles: { project_id: "157715", name: "Bil 40", plate: "ABC 12D" },
  vehicle_turns: {
    project_id: "157715",
    vehicle_id: VALID_VEHICLE,
    slot: 40,
    chauffeur_id: "chauffor99",
    taken_at: "2026-11-21T08:00:00Z",
    ended_at: "2026-11-21T16:00:00Z",
    ended_by: "chauffeur",
  },
  vehicle_faults: { project_id: "157715", vehicle_id: VALID_VEHICLE, text: "Repa", reported_by: "chauffor99" },
  vehicle_requests: {
    project_id: "157715",
    vehicle_id: VALID_VEHICLE,
    turn_id: VALID_TURN,
    asked_by: "chauffor98",
    answer: "drives",
    answered_at: "2026-11-21T09:00:00Z",
  },
  vehicle_events: {
    project_id: "157715",
    vehicle_id: VALID_VEHICLE,
    kind: "taken",
    by: "chauffor99",
    at: "2026-11-21T08:00:00Z",
  },
  clock_settings: { project_id: "annan-klocka", max_turn_hours: 16 },
  work_turns: {
    project_id: "ostra-hamnen",
    kind: "attendant",
    person_id: "00000000-0000-4000-8000-0000000000c0",
    user_id: "vakt01",
    started_at: "2026-11-21T08:00:00Z",
    ended_at: "2026-11-21T16:00:00Z",
    status: "waiting",
  },
  work_breaks: { turn_id: VALID_WORK_TURN, started_at: "2026-11-21T12:00:00Z", ended_at: "2026-11-21T12:30:00Z" },
  work_turn_events: { turn_id: VALID_WORK_TURN, kind: "ended", by: "vakt01", at: "2026-11-21T16:00:00Z" },
  certificate_types: { name: "Legitimation", positions: ["Förare"] },
  certificates: {
    person_id: "00000000-0000-4000-8000-0000000000c0",
    employee_id: "ASE-001",
    type_id: VALID_CERTIFICATE_TYPE,
    issued_on: "2026-01-01",
    expires_on: "2028-01-01",
    checked_by: "aseadmin",
  },
  checklist_items: { text: "Bromsar", is_critical: true },
  vehicle_checks: {
    vehicle_id: VALID_VEHICLE,
    person_id: "00000000-0000-4000-8000-0000000000c0",
    employee_id: "ASE-001",
    started_at: "2026-11-21T08:00:00Z",
    done_at: "2026-11-21T08:05:00Z",
    result: "ready",
  },
  notices: { title: "Ny rutin", text: "Läs den.", must_acknowledge: true, by: "aseadmin" },
  notice_receipts: {
    notice_id: VALID_NOTICE,
    person_id: "00000000-0000-4000-8000-0000000000c0",
    employee_id: "ASE-001",
  },
  ase_settings: { project_id: "annan-ambulans" },
  ase_positions: { person_id: "00000000-0000-4000-8000-0000000000c0", employee_id: "ASE-001", position: "Förare" },
  planned_shifts: {
    starts_at: "2026-11-21T08:00:00Z",
    ends_at: "2026-11-21T16:00:00Z",
    position: "Förare",
    published_at: "2026-11-20T08:00:00Z",
  },
  shift_places: {
    shift_id: VALID_SHIFT,
    person_id: "00000000-0000-4000-8000-0000000000c0",
    employee_id: "ASE-001",
    state: "removed",
    by: "aseadmin",
  },
  shift_offers: {
    shift_id: VALID_SHIFT,
    place_id: VALID_PLACE,
    person_id: "00000000-0000-4000-8000-0000000000c0",
    employee_id: "ASE-001",
    state: "withdrawn",
  },
  shift_events: { shift_id: VALID_SHIFT, kind: "removed", by: "aseadmin", at: "2026-11-21T08:00:00Z" },
  units: { unit_number: "XX-NEW", operational_status: "EXEMPT" },
  unit_statuses: { code: "RAST", name: "RAST", meaning: "off_duty", sort_order: 7 },
  unit_status_events: {
    unit_id: "00000000-0000-4000-8000-0000000000d0",
    unit_number: "31-1010",
    cause: "press",
    to_status: "BUSY",
    by: "op01",
    at: "2026-11-21T08:00:00Z",
  },
  unit_status_days: { day: "2025-11-21", cause: "press", to_status: "BUSY", events: 1 },
  calls: { number: "2020-0001", place: "Storgatan 4", received_by: "op01" },
  call_units: { call_id: VALID_CALL, unit_number: "31-1010" },
  call_events: {
    call_id: VALID_CALL,
    kind: "received",
    by: "op01",
    at: "2026-11-21T08:00:00Z",
  },
  dispatch_settings: { project_id: "annan-central" },
  alarms: {
    unit_id: "00000000-0000-4000-8000-0000000000d0",
    unit_number: "31-1010",
    raised_by: "op01",
    raised_at: "2026-11-21T08:00:00Z",
  },
  alarm_events: {
    alarm_id: "00000000-0000-4000-8000-0000000000d1",
    kind: "raised",
    by: "op01",
    at: "2026-11-21T08:00:00Z",
  },
  location_minimums: { location: "Malmö", min_free: 2 },
  operator_notes: { text: "Porten i Kajen har kod 4411.", by: "op01" },
  teamspeak_units: { unit_number: "31-1010" },
  properties: {
    id: VALID_PROPERTY,
    title: "Villa",
    seller_name: "Säljaren",
    short_description: "Fin.",
    price: 1000000,
    address: "Gatan 1",
    city: "Ystad",
  },
  property_bids: { property_id: VALID_PROPERTY, amount: 900000 },
  estate_settings: { project_id: "annan-byra" },
  viewings: { property_id: VALID_PROPERTY, starts_at: "2099-06-05T12:00:00Z", ends_at: "2099-06-05T13:00:00Z" },
  bidders: { property_id: VALID_PROPERTY, name: "Lena Ek" },
  bid_details: { bid_id: VALID_BID, conditions: "Med lån" },
  property_sales: { property_id: VALID_PROPERTY, bid_id: VALID_BID, accepted_by: "agent@parkering.example" },
  sale_events: { property_id: VALID_PROPERTY, kind: "bid_placed", by: "agent@parkering.example" },
  ase_employees: { employee_id: "ASE-999", name: "Ny" },
  site_settings: { project_id: "annan-plats", issuer_name: "Hamnbolaget" },
  violations: { project_id: "ostra-hamnen", text: "Parkerat på gångbana", amount: 700 },
  permits: { project_id: "ostra-hamnen", plate: "ABC 123", holder: "Åsa Berg" },
  fines: {
    project_id: "ostra-hamnen",
    kind: "report",
    case_number: "00000000",
    public_key: "AAAAAAAAAAAAAAAAAAAAAA",
    plate: "ABC 123",
    street: "Åkergränd 1",
    violation_text: "Parkerat på gångbana",
    amount: 700,
    due_date: "2026-12-05",
    observed_from: "2026-11-21T08:00:00Z",
    issued_by: "vakt01",
    issued_at: "2026-11-21T08:05:00Z",
    last_event: "00000000-0000-4000-8000-0000000000e0",
  },
  fine_photos: {
    fine_id: VALID_FINE,
    path: `${VALID_FINE}/1.jpg`,
    sha256: "0".repeat(64),
    taken_at: "2026-11-21T08:05:00Z",
  },
  fine_events: {
    fine_id: VALID_FINE,
    number: 1,
    kind: "issued",
    by_kind: "attendant",
    by_id: "vakt01",
    status_after: "issued",
  },
  payments: {
    fine_id: VALID_FINE,
    amount_ore: 70_000,
    value_date: "2026-11-25",
    by_id: "admin01",
  },
  ledger_months: { month: "2026-10-01", by_id: "admin01", books: {}, lines: [] },
  payment_files: { name: "november.csv", placed: 1, unknown: 0, already: 0, sum_ore: 70_000, by_id: "admin01" },
  refund_files: { kind: "swish", day: "2026-11-25", refunds: 1, sum_ore: 30_000, by_id: "admin01" },
  refunds: {
    fine_id: VALID_FINE,
    kind: "account",
    payee_name: "Åsa Berg",
    clearing: "6789",
    account: "123456789",
    bank: "Handelsbanken",
  },
  reply_templates: {
    project_id: "ostra-hamnen",
    kind: "accepted",
    title: "Giltig rätt",
    text: "Ärende {ärendenummer}",
  },
  objections: { fine_id: VALID_FINE, name: "Åsa", text: "Jag hade betalat." },
  case_recipients: { fine_id: VALID_FINE, role: "owner", name: "Åsa Berg" },
  plate_checks: { project_id: "ostra-hamnen", plate: "ABC 123", outcome: "none", checked_by: "vakt01" },
  message_hooks: {
    project_id: "ostra-hamnen",
    address: "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz",
    events: ["fine_issued"],
  },
  // The message was given up, so that the server does not send it.
  outbox: {
    project_id: "ostra-hamnen",
    about: "00000000-0000-4000-8000-0000000000c0",
    channel: "discord",
    event: "fine_issued",
    gave_up_at: "2026-11-21T08:00:00Z",
    last_error: "HTTP 404",
  },
} satisfies Record<string, Row>;

/** Tables that only the database writes. Tests about them make their own rows. */
const WRITTEN_BY_DATABASE = ["audit_trail", "staff_accounts"] as const;

type AnyTable = keyof Database["public"]["Tables"];
/** A table without a row in WRITTEN: it needs only texts, and no column of it refers to another row. */
export type PlainTable = Exclude<AnyTable, keyof typeof WRITTEN | (typeof WRITTEN_BY_DATABASE)[number]>;
const SOURCES = readSources(join(projectFolder(), "supabase", "schemas")).map(({ sql }) => `${sql};\n`);
const PLAIN = plainRows(SOURCES.join(""), [...Object.keys(WRITTEN), ...WRITTEN_BY_DATABASE]);
export const PLAIN_TABLES = Object.keys(PLAIN) as PlainTable[];

/** A row of each table. */
export const VALID_ROWS = { ...WRITTEN, ...PLAIN } as typeof WRITTEN & Record<PlainTable, Row>;

/** A table of schema public. */
export type TableName = keyof typeof VALID_ROWS;

/** Names of all tables in the schema `public`. */
export const TABLES = Object.keys(VALID_ROWS) as TableName[];

let lastNumber = 10_000;

/** The next number that no row in the database of this test file has. */
export const newNumber = (): number => (lastNumber += 1);

/** Values that no two fines may share. */
export const newFine = (): Row => ({
  case_number: newNumber().toString().padStart(8, "9"),
  public_key: randomBytes(16).toString("base64url"),
});

/** Values, besides the key, that a new row needs where the table refuses two rows with the same ones. */
export function uniqueParts(table: TableName, changes: Row): Row {
  if (table === "fines") return newFine();
  if (table === "site_settings") return { project_id: `plats-${randomUUID().slice(0, 8)}` };
  if (table === "calls") return { number: `2020-${newNumber()}` };
  if (table === "alarms") return { unit_id: randomUUID() };
  if (table === "notice_receipts" || table === "ase_positions" || table === "certificates")
    return { person_id: randomUUID() };
  if (table === "certificate_types") return { name: `Intyg ${randomUUID()}` };
  if (table === "fine_events") return { number: newNumber() };
  const fine = typeof changes["fine_id"] === "string" ? changes["fine_id"] : VALID_FINE;
  if (table === "fine_photos") return { path: `${fine}/${randomUUID()}.jpg` };
  return {};
}

/** Makes the fine to which rows of other tables belong, unless it exists. */
export async function insertValidFine(sql: AnySql, changes: Row = {}): Promise<void> {
  const row = { id: VALID_FINE, ...VALID_ROWS.fines, ...newFine(), ...changes };
  await sql`insert into public.fines ${sql(row)} on conflict (id) do nothing`;
}

/** Makes the call to which rows of other tables belong, unless it exists. */
export async function insertValidCall(sql: AnySql): Promise<void> {
  await sql`insert into public.calls ${sql({ id: VALID_CALL, ...VALID_ROWS.calls })} on conflict (id) do nothing`;
}

/** Makes the property and the bid to which rows of other tables belong, unless they exist. */
async function insertValidBid(sql: AnySql): Promise<void> {
  await sql`insert into public.properties ${sql(VALID_ROWS.properties)} on conflict (id) do nothing`;
  await sql`insert into public.property_bids ${sql({ id: VALID_BID, ...VALID_ROWS.property_bids })} on conflict (id) do nothing`;
}

/** Makes the car and the turn to which rows of other tables belong, unless they exist. */
export async function insertValidTurn(sql: AnySql): Promise<void> {
  await sql`insert into public.vehicles ${sql({ id: VALID_VEHICLE, ...VALID_ROWS.vehicles })} on conflict (id) do nothing`;
  await sql`insert into public.vehicle_turns ${sql({ id: VALID_TURN, ...VALID_ROWS.vehicle_turns })} on conflict (id) do nothing`;
}

/** Makes the turn on the clock to which breaks and events belong, unless it exists. */
export async function insertValidWorkTurn(sql: AnySql): Promise<void> {
  await sql`insert into public.work_turns ${sql({ id: VALID_WORK_TURN, ...VALID_ROWS.work_turns })} on conflict (id) do nothing`;
}

/** Makes the notice to which receipts belong, unless it exists. */
export async function insertValidNotice(sql: AnySql): Promise<void> {
  await sql`insert into public.notices ${sql({ id: VALID_NOTICE, ...VALID_ROWS.notices })} on conflict (id) do nothing`;
}

/** Makes the planned shift and the place to which places, offers and events belong, unless they exist. */
export async function insertValidShift(sql: AnySql): Promise<void> {
  await sql`insert into public.planned_shifts ${sql({ id: VALID_SHIFT, ...VALID_ROWS.planned_shifts })} on conflict (id) do nothing`;
  await sql`insert into public.shift_places ${sql({ id: VALID_PLACE, ...VALID_ROWS.shift_places })} on conflict (id) do nothing`;
}

/** Makes the kind of the valid certificate, unless it exists. */
export async function insertValidCertificateType(sql: AnySql): Promise<void> {
  await sql`insert into public.certificate_types ${sql({ id: VALID_CERTIFICATE_TYPE, ...VALID_ROWS.certificate_types })} on conflict (id) do nothing`;
}

/** Inserts the valid row of a table with `changes`, and gives its key. Throws PostgreSQL's error. */
export async function insertRow(sql: AnySql, table: TableName, changes: Row = {}): Promise<string> {
  const row: Row = { id: randomUUID(), ...VALID_ROWS[table], ...uniqueParts(table, changes), ...changes };
  if (row["fine_id"] === VALID_FINE) await insertValidFine(sql);
  if (row["vehicle_id"] === VALID_VEHICLE) await insertValidTurn(sql);
  if (row["turn_id"] === VALID_WORK_TURN) await insertValidWorkTurn(sql);
  if (row["notice_id"] === VALID_NOTICE) await insertValidNotice(sql);
  if (row["shift_id"] === VALID_SHIFT) await insertValidShift(sql);
  if (row["type_id"] === VALID_CERTIFICATE_TYPE) await insertValidCertificateType(sql);
  if (row["call_id"] === VALID_CALL) await insertValidCall(sql);
  if (
    row["bid_id"] === VALID_BID ||
    ((table === "bidders" || table === "viewings") && row["property_id"] === VALID_PROPERTY)
  )
    await insertValidBid(sql);
  await sql`insert into ${sql(`public.${table}`)} ${sql(row)}`;
  if (table === "main_page_sites") await sql.unsafe(settleSite(String(row["id"])));
  return row.id as string;
}

/** Makes an account to which rows can refer; a trigger makes its profile. */
export async function insertAccount(
  sql: AnySql,
  account: { id?: string; email?: string | null } = {},
): Promise<string> {
  const { id = randomUUID(), email = `${id}@example.com` } = account;
  await sql`insert into auth.users (id, email) values (${id}, ${email})`;
  return id;
}
