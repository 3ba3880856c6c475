// Rows whose every text is hostile, for the screens that show them, and a watch on the page that notes each script of theirs that runs.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Sql } from "postgres";
import type { RunningProduct } from "#tests/support/server/product.ts";
import {
  insertAccount,
  insertValidCall,
  insertValidFine,
  insertValidTurn,
  insertValidCertificateType,
  insertValidNotice,
  insertValidShift,
  insertValidWorkTurn,
  TABLES,
  type TableName,
  uniqueParts,
  VALID_CALL,
  VALID_FINE,
  VALID_ROWS,
  VALID_TURN,
  VALID_CERTIFICATE_TYPE,
  VALID_NOTICE,
  VALID_SHIFT,
  VALID_WORK_TURN,
  VALID_VEHICLE,
} from "#tests/support/rows/rows.ts";

type Row = Record<string, unknown>;

/** Beginning of the first hostile text. Tests look for these letters on a screen: they prove that the text is shown and not run. */
export const MARK = "<img src=x onerror=ran(";

/** Hostile texts. Each of them is written into every column that takes a text, cut to the length that the column takes. */
const TEXTS = [
  `${MARK}1)><script>ran(2)</script>`,
  `"'><svg onload=ran(3)></textarea><iframe srcdoc="<script>parent.ran(4)</script>">`,
  "javascript:ran(5)//data:text/html,<script>ran(6)</script>",
  "\u202E\u2067etirw\u202C\u200F 1234 \u061C",
  `Z${"\u0335\u0321\u0489\u0300\u0488".repeat(2000)}`,
  "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇸🇪".repeat(600),
  "Åäö".repeat(3334),
  "ord med mellanslag och\nradbrytning\t ".repeat(280),
];

/** Columns that decide where a row is shown, by table: each place gets every text. */
const PLACES: Partial<Record<TableName, Row[]>> = {
  parkings: [{ project_id: "ostra-hamnen" }],
  // A log row without `announced_by` is shown; an announced one waits for its removal.
  parking_deletion_logs: [{ project_id: "ostra-hamnen", announced_by: null }],
  project_attendants: [{ project_id: "ostra-hamnen" }, { project_id: "721075" }, { project_id: "157715" }],
  attendants: [{ project_id: "ostra-hamnen" }],
  admin_accounts: [{ project_id: "ostra-hamnen" }],
  attendant_deletion_logs: [
    { project_id: "ostra-hamnen", announced_by: null },
    { project_id: "721075", announced_by: null },
  ],
  shift_registrations: [
    { project_id: "ostra-hamnen", attendant_user_id: "vakt01", status: "rejected" },
    { project_id: "ostra-hamnen", status: "pending" },
  ],
  web_activity_logs: [
    { user_type: "attendant", page_url: `/ostra-hamnen/${MARK}7)>` },
    { action: "login" },
    { action: "login", user_type: "operator" },
  ],
  vehicle_registrations: [{ project_id: "157715", vehicle_model: "Volvo V90" }],
  // The cars and fines below need a plate with a letter, and states that their tables allow.
  taxi_settings: [{}],
  vehicles: [{ project_id: "157715", plate: "ABC 123" }],
  vehicle_turns: [{ project_id: "157715" }],
  vehicle_faults: [{ project_id: "157715", fixed_by: null }],
  vehicle_requests: [{ project_id: "157715" }],
  vehicle_events: [{ project_id: "157715" }],
  clock_settings: [{}],
  work_turns: [{ project_id: "ostra-hamnen", position: "Förare" }],
  work_breaks: [{}],
  work_turn_events: [{ project_id: "ostra-hamnen" }],
  certificate_types: [{}],
  certificates: [{}],
  checklist_items: [{ minimum: null }],
  vehicle_checks: [{}],
  notices: [{}],
  notice_receipts: [{}],
  ase_settings: [{}],
  ase_positions: [{}],
  planned_shifts: [{}],
  shift_places: [{}],
  shift_offers: [{}],
  shift_events: [{}],
  // Site settings need an address of the web, permits and fines a plate with a letter and a state that their tables allow.
  site_settings: [{ privacy_url: "" }],
  violations: [{ project_id: "ostra-hamnen" }],
  permits: [{ project_id: "ostra-hamnen", plate: "ABC 123" }],
  reply_templates: [{ project_id: "ostra-hamnen", kind: "rejected" }],
  fines: [{ project_id: "ostra-hamnen", plate: "ABC 123" }],
  fine_events: [{ project_id: "ostra-hamnen", status_before: null }],
  plate_checks: [{ project_id: "ostra-hamnen", plate: "ABC 123" }],
  // The address has to be that of a webhook.
  message_hooks: [{ project_id: "ostra-hamnen", address: VALID_ROWS.message_hooks.address }],
  // An open call has no result.
  calls: [{ result: null }, { status: "closed", closed_at: "2026-11-21T09:00:00Z" }],
  outbox: [{ project_id: "ostra-hamnen" }],
  // Banks' numbers have a form.
  refund_files: [{ project_id: "ostra-hamnen", iban: "", bic: "" }],
  // Nobody has proposed or approved them yet.
  refunds: [{ project_id: "ostra-hamnen", proposed_by: null, approved_by: null }],
};

/** Columns that hold lists of texts, by table. */
const LISTS: Partial<Record<TableName, string[]>> = {
  shift_registrations: ["image_urls"],
  properties: ["features", "image_urls"],
};

type TextColumn = { table: TableName; name: string; limit: number; isUnique: boolean };

/**
 * Columns that take any text, with the most letters that their constraints allow, read from the database itself. A reference is left out,
 * since it takes only values of its list.
 */
const readColumns = (sql: Sql) => sql<TextColumn[]>`
  select c.table_name as table, c.column_name as name,
    coalesce((
      select (regexp_match(pg_get_constraintdef(k.oid), format('length\\("?%s"?\\) <= (\\d+)', c.column_name)))[1]::int
      from pg_constraint k
      where k.conrelid = t.oid and k.contype = 'c' and pg_get_constraintdef(k.oid) ~ format('length\\("?%s"?\\) <= ', c.column_name)
      limit 1), 10000) as limit,
    exists (select from pg_index i join pg_attribute a on a.attrelid = t.oid and a.attnum = any (i.indkey)
      where i.indrelid = t.oid and i.indisunique and a.attname = c.column_name) as "isUnique"
  from information_schema.columns c
    join pg_class t on t.oid = format('public.%I', c.table_name)::regclass and t.relkind = 'r'
  where c.table_schema = 'public' and c.data_type = 'text' and c.is_generated = 'NEVER'
    and not exists (
      select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.conrelid = t.oid and k.contype = 'f' and a.attname = c.column_name)
    and not exists (
      select from pg_constraint k
      where k.conrelid = t.oid and k.contype = 'c'
        and pg_get_constraintdef(k.oid) ~ format('\\(%s (= ANY|~ ''\\^)', c.column_name))`;

/** The beginning of a text, `limit` letters long as PostgreSQL counts letters. */
const cut = (text: string, limit: number): string => Array.from(text).slice(0, limit).join("");

/** Keys of the rows that tests open one by one. */
export type HostileRows = { parkings: string[]; messages: string[] };

/** A row with a hostile text in every column, except for the columns that decide where the row is shown. */
function hostileRow(table: TableName, columns: readonly TextColumn[], place: Row, index: number): Row {
  const text = TEXTS[index] ?? "";
  const texts = columns
    .filter((column) => column.table === table && !(column.name in place))
    .map(({ name, limit, isUnique }) => [name, isUnique ? cut(text, limit - 2) + String(index) : cut(text, limit)]);
  const lists = (LISTS[table] ?? []).map((name) => [name, [cut(text, 200), cut(text, 199)]]);
  return { ...VALID_ROWS[table], id: randomUUID(), ...Object.fromEntries([...texts, ...lists]), ...place };
}

/** Writes every hostile text into every column of these tables, or of all tables; `removeHostileRows` takes the rows away. */
export async function insertHostileRows(
  { sql, profile }: RunningProduct,
  tables: readonly TableName[] = TABLES,
): Promise<HostileRows> {
  const columns = await readColumns(sql);
  const accounts = await Promise.all(TEXTS.map((text) => insertAccount(sql, { email: cut(text, 255) })));
  const property = randomUUID();
  made.push({ table: "auth.users", ids: accounts });
  await insertValidCall(sql);
  made.push({ table: "public.calls", ids: [VALID_CALL] });
  await insertValidTurn(sql);
  made.push({ table: "public.vehicles", ids: [VALID_VEHICLE] }, { table: "public.vehicle_turns", ids: [VALID_TURN] });
  await insertValidWorkTurn(sql);
  made.push({ table: "public.work_turns", ids: [VALID_WORK_TURN] });
  await insertValidNotice(sql);
  made.push({ table: "public.notices", ids: [VALID_NOTICE] });
  await insertValidShift(sql);
  made.push({ table: "public.planned_shifts", ids: [VALID_SHIFT] });
  await insertValidCertificateType(sql);
  made.push({ table: "public.certificate_types", ids: [VALID_CERTIFICATE_TYPE] });
  await insertValidFine(sql);
  made.push({ table: "public.fines", ids: [VALID_FINE] });
  const keys: Partial<Record<TableName, string[]>> = {};
  // Properties come before their bids. The row of the company exists already, and is the only one that its table takes.
  for (const table of tables.filter((name) => name !== "profiles" && name !== "company")) {
    const rows = (PLACES[table] ?? [{}]).flatMap((place) =>
      // Only six texts fit the six cars. The rows are written in reverse, so that the first text is the newest row, which lists show first.
      TEXTS.slice(0, table === "vehicle_registrations" ? 6 : undefined)
        .map((_, index) => hostileRow(table, columns, place, index))
        .toReversed(),
    );
    for (const [index, row] of rows.entries()) {
      if (table !== "site_settings") Object.assign(row, uniqueParts(table, row));
      // The table wants a plate with a letter or a digit.
      if (table === "parkings") row["ref_number"] = `${Array.from(String(row["ref_number"])).slice(0, -1).join("")}1`;
      if (table === "objections") row["decision"] = "rejected";
      if (table === "properties" && index === 0) row["id"] = property;
      if ("property_id" in row) row["property_id"] = property;
      if (table === "property_bids") row["amount"] = 1000 + index;
      // Their tables take one row a bid.
      if (table === "bid_details" || table === "property_sales") row["bid_id"] = keys.property_bids?.[index];
      if (table === "refunds") row["fine_id"] = keys.fines?.[index];
      // One sale of a property stands.
      if (table === "property_sales" && index > 0) row["undone_at"] = new Date().toISOString();
      if (table === "main_page_sites") row["path"] = `hostile-${index}`;
      if (table === "user_roles") row["user_id"] = accounts[index];
      if (table === "handler_sites") row["account_id"] = accounts[index];
      if (table === "vehicles") Object.assign(row, { slot: 7 + index });
      // The list shows open notes only.
      if (table === "operator_notes") row["done_by"] = null;
      // Each of the six cars is held by one person.
      if (table === "vehicle_registrations") Object.assign(row, { item_3: false, [`item_${index + 1}`]: true });
      // The profile `hardened` refuses readable passwords.
      if (profile === "hardened") for (const name of ["password", "password_text"]) if (name in row) row[name] = null;
      await sql`insert into ${sql(`public.${table}`)} ${sql(row)}`;
    }
    keys[table] = rows.map(({ id }) => String(id));
    made.push({ table: `public.${table}`, ids: keys[table] });
  }
  return { parkings: keys.parkings ?? [], messages: keys.contact_messages ?? [] };
}

const made: { table: string; ids: string[] }[] = [];

/** Removes all rows that `insertHostileRows` wrote, the newest first. */
export async function removeHostileRows(sql: Sql): Promise<void> {
  for (const { table, ids } of made.splice(0).toReversed())
    await sql`delete from ${sql(table)} where id in ${sql(ids)}`;
}

/**
 * Notes each script that a hostile text managed to run, and everything except pictures that the page's security policy refused. Call this
 * before the page is opened.
 */
export async function watchForScripts(page: Page): Promise<string[]> {
  const seen: string[] = [];
  await page.exposeFunction("ran", (what: unknown) => void seen.push(`ran ${String(what)}`));
  await page.exposeFunction("refused", (what: string) => void seen.push(`refused by the policy: ${what}`));
  await page.addInitScript(() => {
    const { refused } = window as unknown as { refused: (what: string) => void };
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      if (violatedDirective !== "img-src") refused(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  page.on("dialog", (dialog) => {
    // The browser's own question, whether the person leaves an unfinished form, is no finding: no script of a text can ask it.
    const isLeaving = dialog.type() === "beforeunload";
    if (!isLeaving) seen.push(`dialog ${dialog.message()}`);
    void (isLeaving ? dialog.accept() : dialog.dismiss());
  });
  return seen;
}
