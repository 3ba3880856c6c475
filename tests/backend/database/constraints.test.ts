// Spec 1 §3
// Spec 2 §3
// Spec 3 §2
// Refusals of the database, whoever writes (decisions §2, documents 1 and 2 §4, §5, §9).
import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { type TableName, VALID_ROWS, insertAccount, insertRow } from "#tests/support/rows/rows.ts";

const PROPERTY = VALID_ROWS.properties.id;
const ACCOUNT = VALID_ROWS.profiles.id;
/** The key of this table is the account. */
const PERSON = {
  account_id: ACCOUNT,
  kind: "attendant",
  project_id: "standard",
  user_id: "vakt99",
  display_name: "Vakt",
};
const ENTRY = { actor_kind: "visitor", action: "insert", subject: "parkings", request_id: "1" };
const long = (length: number): string => "x".repeat(length);

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.sql;
});
afterAll(() => database.drop());

/** Runs in a transaction that is rolled back, and gives the SQLSTATE and the constraint of what went wrong. */
async function outcome(
  work: (transaction: Parameters<Parameters<Sql["begin"]>[1]>[0]) => Promise<unknown>,
): Promise<string> {
  const undo = new Error("undo");
  try {
    await sql.begin(async (transaction) => {
      await insertAccount(transaction, { id: ACCOUNT, email: "someone@example.com" });
      await transaction`delete from public.profiles`;
      await insertRow(transaction, "properties");
      await work(transaction);
      throw undo;
    });
  } catch (error) {
    if (error === undo) return "accepted";
    const { code, constraint_name: constraint } = error as { code: string; constraint_name?: string };
    return `${code} ${constraint ?? ""}`.trim();
  }
  return "unreachable";
}

describe("a valid row of every table", () => {
  it.each(Object.keys(VALID_ROWS) as TableName[])("%s is accepted", async (table) => {
    // The one that `outcome` makes has the key of the valid row.
    const changes = table === "properties" ? { id: randomUUID() } : {};
    const made = await outcome(async (transaction) => {
      // The company is one row, which is there.
      if (table === "company") await transaction`delete from company`;
      return insertRow(transaction, table, changes);
    });
    expect(made).toBe("accepted");
  });
});

// Spec rules §11: The database refuses
// Spec 1 §9: Attendant and …
// Spec 2 §4: Property status: available,
// Spec 2 §4: Unit status options:
// Spec 2 §4: Operational status options:
// Spec 2 §9: Chauffeur ID …
describe("a bad row", () => {
  it.each<[TableName, string, Record<string, unknown>]>([
    ["parkings", "23514 parkings_end_not_before_start", { end_time: "2026-11-21T07:59:59Z" }],
    ["parkings", "23514 parkings_ref_number_length", { ref_number: "  " }],
    ["parkings", "23514 parkings_car_model_length", { car_model: "" }],
    ["parkings", "23514 parkings_street_length", { street: "\n\t\n" }],
    ["parkings", "23514 parkings_street_length", { street: long(201) }],
    ["parkings", "23514 parkings_discord_username_length", { discord_username: long(101) }],
    ["shift_registrations", "23514 shift_registrations_end_after_start", { end_time: "2026-11-21T08:00:00Z" }],
    ["shift_registrations", "23514 shift_registrations_description_length", { description: "\n\n" }],
    ["shift_registrations", "23514 shift_registrations_rating_range", { rating: 0 }],
    ["shift_registrations", "23514 shift_registrations_rating_range", { rating: 11 }],
    ["shift_registrations", "23514 shift_registrations_at_least_two_images", { image_urls: ["/a.png"] }],
    ["shift_registrations", "23514 shift_registrations_at_least_two_images", { image_urls: [] }],
    ["shift_registrations", "23514 shift_registrations_image_urls_length", { image_urls: ["/a.png", long(2001)] }],
    ["shift_registrations", "23514 shift_registrations_status", { status: "done" }],
    ["shift_registrations", "23514 shift_registrations_approved_is_status", { approved: true }],
    ["project_attendants", "23514 project_attendants_user_id_length", { user_id: "ab" }],
    ["project_attendants", "23514 project_attendants_user_id_length", { user_id: long(51) }],
    ["project_attendants", "23514 project_attendants_password_length", { password: "12345" }],
    ["project_attendants", "23514 project_attendants_password_length", { password: long(129) }],
    ["project_attendants", "23514 project_attendants_discord_username_length", { discord_username: long(101) }],
    ["attendants", "23514 attendants_user_id_length", { user_id: "ab" }],
    ["attendants", "23514 attendants_password_length", { password: "12345" }],
    ["admin_accounts", "23514 admin_accounts_user_id_length", { user_id: "ab" }],
    ["admin_accounts", "23514 admin_accounts_password_length", { password: long(129) }],
    ["vehicle_registrations", "23514 vehicle_registrations_exactly_one_item", { item_3: false }],
    ["vehicle_registrations", "23514 vehicle_registrations_exactly_one_item", { item_4: true }],
    ["vehicle_registrations", "23514 vehicle_registrations_chauffeur_id_length", { chauffeur_id: "ab" }],
    // Statuses are a list since document 5 §3.
    ["units", "23503 units_status_fkey", { status: "available" }],
    ["units", "23514 units_operational_status", { operational_status: "BUSY" }],
    ["properties", "23514 properties_status", { id: randomUUID(), status: "gone" }],
    ["properties", "23514 properties_price_range", { id: randomUUID(), price: -1 }],
    ["properties", "23514 properties_title_length", { id: randomUUID(), title: "" }],
    ["property_bids", "23514 property_bids_amount_range", { amount: 0 }],
    ["property_bids", "23514 property_bids_amount_range", { amount: -5 }],
    ["property_bids", "23514 property_bids_amount_range", { amount: "NaN" }],
    ["property_bids", "23514 property_bids_amount_scale", { amount: `5.${"0".repeat(16_000)}1` }],
    ["property_bids", "23514 property_bids_property_available", { property_id: randomUUID() }],
    ["user_roles", "23514 user_roles_role", { role: "owner" }],
    ["admin_user_credentials", "23514 admin_user_credentials_account_type", { account_type: "owner" }],
    ["admin_user_credentials", "23514 admin_user_credentials_password_text_length", { password_text: "12345" }],
    ["user_passwords", "23514 user_passwords_password_text_length", { password_text: "12345" }],
    ["main_page_sites", "23514 main_page_sites_path_form", { path: "norra kajen" }],
    ["main_page_sites", "23514 main_page_sites_path_form", { path: "" }],
    ["contact_messages", "23514 contact_messages_message_length", { message: long(10_001) }],
    ["contact_messages", "23514 contact_messages_signature_length", { signature: long(1_000_001) }],
    ["contact_messages", "23514 contact_messages_subject_length", { subject: " " }],
    ["ase_employees", "23514 ase_employees_employee_id_length", { employee_id: " " }],
  ])("%s: %s", async (table, expected, changes) => {
    expect(await outcome((transaction) => insertRow(transaction, table, changes))).toBe(expected);
  });
});

/** The database's answer to a valid row whose column holds so many spaces and a letter. */
const answerTo = (table: TableName, column: string, spaces: number) => {
  const changes = { ...(table === "properties" ? { id: randomUUID() } : {}), [column]: `${" ".repeat(spaces)}x` };
  return outcome((transaction) => {
    const row = { staff_accounts: PERSON, audit_trail: ENTRY }[table as string];
    if (row === undefined) return insertRow(transaction, table, changes);
    return transaction`insert into ${transaction(table)} ${transaction({ ...row, ...changes })}`;
  });
};

it("a text of every column is bounded, also when most of it is space", async () => {
  const columns = await sql<{ table: TableName; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER'
      -- A trigger writes it from the path, whatever was sent.
      and (table_name, column_name) <> ('main_page_sites', 'path_key')`;
  expect(columns.length).toBeGreaterThan(60);
  const accepted: string[] = [];
  for (const { table, column } of columns) {
    // Most bounds are far lower, and PostgreSQL takes a third of a second to look through a million characters.
    let answer = await answerTo(table, column, 20_001);
    if (!answer.startsWith("23514")) answer = await answerTo(table, column, 1_000_001);
    if (!answer.startsWith("23514")) accepted.push(`${table}.${column}: ${answer}`);
  }
  expect(accepted).toEqual([]);
});

// Spec 1 §9: Attendant and …
describe("a value at the limit", () => {
  it.each<[TableName, Record<string, unknown>]>([
    ["parkings", { end_time: VALID_ROWS.parkings.start_time }],
    ["parkings", { discord_username: long(100) }],
    ["attendants", { user_id: "abc", password: "123456" }],
    ["attendants", { user_id: long(50), password: long(128) }],
    ["shift_registrations", { rating: 1 }],
    ["shift_registrations", { rating: 10 }],
    ["property_bids", { amount: 0.01 }],
  ])("%s is accepted", async (table, changes) => {
    expect(await outcome((transaction) => insertRow(transaction, table, changes))).toBe("accepted");
  });
});

describe("a duplicate", () => {
  it.each<[TableName, string, Record<string, unknown>]>([
    ["main_page_sites", "23505 main_page_sites_path_key", {}],
    ["attendants", "23505 attendants_user_id_key", {}],
    ["admin_accounts", "23505 admin_accounts_user_id_key", {}],
    ["project_attendants", "23505 project_attendants_project_user_key", {}],
    ["project_attendants", "accepted", { project_id: "standard" }],
    ["ase_employees", "23505 ase_employees_employee_id_key", {}],
    ["admin_user_credentials", "23505 admin_user_credentials_email_key", {}],
    ["user_roles", "23505 user_roles_user_role_key", {}],
    ["user_roles", "accepted", { role: "admin" }],
    ["vehicle_registrations", "23505 vehicle_registrations_project_chauffeur_key", { item_3: false, item_5: true }],
    ["vehicle_registrations", "23505 vehicle_registrations_item_3_key", { chauffeur_id: "other" }],
    ["vehicle_registrations", "accepted", { chauffeur_id: "other", item_3: false, item_5: true }],
    ["vehicle_registrations", "accepted", { project_id: "standard" }],
  ])("%s: %s", async (table, expected, changes) => {
    const result = await outcome(async (transaction) => {
      await insertRow(transaction, table);
      await insertRow(transaction, table, changes);
    });
    expect(result).toBe(expected);
  });

  it("profiles.email is unique", async () => {
    const result = await outcome(async (transaction) => {
      await insertRow(transaction, "profiles");
      const other = await insertAccount(transaction, { email: "other@example.com" });
      await transaction`update public.profiles set email = 'extra@example.com' where id = ${other}`;
    });
    expect(result).toBe("23505 profiles_email_key");
  });
});

describe("bids", () => {
  it.each(["pending", "sold", "off_market"])("are refused on a property that is %s", async (status) => {
    const result = await outcome(async (transaction) => {
      await transaction`update public.properties set status = ${status} where id = ${PROPERTY}`;
      await insertRow(transaction, "property_bids");
    });
    expect(result).toBe("23514 property_bids_property_available");
  });

  it("may be accepted once a property", async () => {
    const result = await outcome(async (transaction) => {
      await insertRow(transaction, "property_bids", { accepted: true });
      await insertRow(transaction, "property_bids", { accepted: true });
    });
    expect(result).toBe("23505 property_bids_one_accepted_key");
  });

  it("cannot be the accepted one of another property", async () => {
    const result = await outcome(async (transaction) => {
      const other = await insertRow(transaction, "properties", { id: randomUUID() });
      const bid = await insertRow(transaction, "property_bids", { property_id: other });
      await transaction`update public.properties set accepted_bid_id = ${bid} where id = ${PROPERTY}`;
    });
    expect(result).toBe("23503 properties_accepted_bid_fkey");
  });

  it("wait for a sale that is under way, and are refused when it is done", async () => {
    const id = await insertRow(sql, "properties", { id: randomUUID() });
    let bid: Promise<string> | undefined;
    await sql.begin(async (sale) => {
      await sale`update public.properties set status = 'sold' where id = ${id}`;
      bid = insertRow(sql, "property_bids", { property_id: id });
      bid.catch(() => undefined);
      // The bid is seen to wait for the sale's lock before the sale is committed.
      for (;;) {
        const [waiting] = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        if (waiting) break;
      }
    });
    await expect(bid).rejects.toMatchObject({ code: "23514", constraint_name: "property_bids_property_available" });
  });
});

/** How many connections wait for a lock. */
const countWaiting = async (): Promise<number> =>
  (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length;

describe("a bid that is accepted while its property is removed", () => {
  // Spec 2 §4: Accepting a bid
  it.each(["acceptance", "removal"] as const)("gets its turn, or is gone: the %s comes first", async (first) => {
    const id = await insertRow(sql, "properties", { id: randomUUID() });
    const bid = await insertRow(sql, "property_bids", { property_id: id });
    const calls = {
      acceptance: () => sql`update public.property_bids set accepted = true where id = ${bid} returning id`,
      removal: () => sql`delete from public.properties where id = ${id} returning id`,
    };
    const order = first === "acceptance" ? (["acceptance", "removal"] as const) : (["removal", "acceptance"] as const);
    const results: Promise<PromiseSettledResult<{ length: number }>[]>[] = [];
    await sql.begin(async (third) => {
      // A third transaction holds the bid. Both calls wait for it, and get their turns in the order in which they came.
      await third`select from public.property_bids where id = ${bid} for update`;
      for (const [index, name] of order.entries()) {
        results.push(Promise.allSettled([calls[name]().execute()]));
        // oxlint-disable-next-line no-await-in-loop
        await expect.poll(countWaiting, { interval: 5 }).toBe(index + 1);
      }
    });
    const settled = (await Promise.all(results)).flat();
    const changed = settled.map((one) => (one.status === "fulfilled" ? one.value.length : String(one.reason)));
    expect(changed).toEqual(first === "acceptance" ? [1, 1] : [1, 0]);
    expect(await sql`select from public.property_bids where id = ${bid}`).toHaveLength(0);
  });
});

describe("columns that follow", () => {
  it.each(["main_page_sites", "profiles", "units", "properties"] as const)(
    "%s.updated_at follows every update",
    async (table) => {
      const id = table === "profiles" ? await insertAccount(sql) : await insertRow(sql, table, { id: randomUUID() });
      const [row] = await sql`
      update ${sql(`public.${table}`)} set updated_at = '2001-01-01' where id = ${id} returning updated_at = now() as follows`;
      expect(row?.follows).toBe(true);
    },
  );

  it.each([
    [true, "approved"],
    [false, "rejected"],
  ])("an update of approved alone to %s sets status and time of review", async (approved, status) => {
    const id = await insertRow(sql, "shift_registrations");
    if (!approved) await sql`update public.shift_registrations set approved = true where id = ${id}`;
    const [row] = await sql`
      update public.shift_registrations set approved = ${approved} where id = ${id}
      returning status, approved, reviewed_at is not null as reviewed`;
    expect(row).toEqual({ status, approved, reviewed: true });
  });

  it("a rejection with its note and reviewer is kept as it was sent", async () => {
    const id = await insertRow(sql, "shift_registrations");
    const [row] = await sql`
      update public.shift_registrations
      set approved = false, status = 'rejected', reviewed_by = 'admin01', reviewed_at = '2026-11-21T12:00:00Z', review_note = 'Suddig bild'
      where id = ${id} returning status, reviewed_by, reviewed_at, review_note`;
    expect(row).toEqual({
      status: "rejected",
      reviewed_by: "admin01",
      reviewed_at: new Date("2026-11-21T12:00:00Z"),
      review_note: "Suddig bild",
    });
  });

  // Spec rules §4: A shift that
  it("a rejection stays beside the approval that follows it", async () => {
    const id = await insertRow(sql, "shift_registrations");
    await sql`
      update public.shift_registrations
      set status = 'rejected', reviewed_by = 'admin01', reviewed_at = '2026-11-21T12:00:00Z', review_note = 'Suddig bild' where id = ${id}`;
    const [row] = await sql`
      update public.shift_registrations set status = 'approved', approved = true, reviewed_by = 'admin02', review_note = null
      where id = ${id} returning reviewed_by, review_note, rejected_at, rejected_by, rejection_note`;
    expect(row).toEqual({
      reviewed_by: "admin02",
      review_note: null,
      rejected_at: new Date("2026-11-21T12:00:00Z"),
      rejected_by: "admin01",
      rejection_note: "Suddig bild",
    });
  });

  // Spec rules §4: An approval that
  it("an approval that says nothing but approved takes neither the note nor the name of the rejection", async () => {
    const id = await insertRow(sql, "shift_registrations");
    await sql`
      update public.shift_registrations set status = 'rejected', reviewed_by = 'admin01', review_note = 'Suddig bild' where id = ${id}`;
    const [row] = await sql`
      update public.shift_registrations set approved = true where id = ${id}
      returning status, reviewed_by, review_note, rejected_by, rejection_note`;
    expect(row).toEqual({
      status: "approved",
      reviewed_by: null,
      review_note: null,
      rejected_by: "admin01",
      rejection_note: "Suddig bild",
    });
  });

  it.each([
    ["/ostra-hamnen/attendant-dashboard", "ostra-hamnen"],
    ["http://127.0.0.1:3000/ostra-hamnen/attendant-dashboard?x=/y/", "ostra-hamnen"],
    ["/attendant-dashboard", null],
    ["", null],
  ])("the project of the activity %s is %s", async (page, project) => {
    const id = await insertRow(sql, "web_activity_logs", { page_url: page });
    const [row] = await sql`select page_project from public.web_activity_logs where id = ${id}`;
    expect(row?.page_project).toBe(project);
  });
});
