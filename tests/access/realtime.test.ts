// Listeners and what they hear: every table that is told live, every event, every kind of person, through the real server and client.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { type Payload, idOf } from "#tests/support/server/realtime.ts";
import { insertRow, type TableName } from "#tests/support/rows/rows.ts";
import { startTestServer } from "#tests/support/server/server.ts";
import { type Listeners, listenAsEverybody, type PersonName } from "#tests/access/live-people.ts";

type Row = Record<string, unknown>;
/** A row that is written, and who hears of it in the profile `hardened`, or `inBoth`, when it comes, changes and goes. */
type Case = { row: Row; heardBy: readonly PersonName[]; inBoth?: true };

const OWN = "ostra-hamnen";
const OTHER = "norra-kajen";
const PROPERTY = { open: randomUUID(), hidden: randomUUID() };

const PARKING: Record<string, Case> = {
  "of the project": { row: { project_id: OWN }, heardBy: ["attendant", "colleague", "admin", "protectedAdmin"] },
  "of another project": { row: { project_id: OTHER }, heardBy: ["otherAttendant", "otherAdmin", "protectedAdmin"] },
  "of no project": { row: { project_id: null }, heardBy: ["freeAttendant", "protectedAdmin"] },
};
const EVERYBODY = "everybody";

// Written from decisions §4; a table that joins the publication without a line here fails below.
const HARDENED: Record<string, Record<string, Case | { row: Row; heardBy: typeof EVERYBODY }>> = {
  contact_messages: { "of anybody": { row: {}, heardBy: ["mainAdmin"] } },
  parkings: PARKING,
  parking_deletion_logs: {
    "of the project": { row: { project_id: OWN }, heardBy: ["admin", "protectedAdmin"] },
    "of another project": { row: { project_id: OTHER }, heardBy: ["otherAdmin", "protectedAdmin"] },
    "of no project": { row: { project_id: null }, heardBy: ["protectedAdmin"] },
  },
  project_attendants: {
    "of the project": { row: { project_id: OWN, user_id: "vakt11" }, heardBy: ["admin", "protectedAdmin"] },
    "of another project": { row: { project_id: OTHER, user_id: "vakt12" }, heardBy: ["otherAdmin", "protectedAdmin"] },
    "of dispatch": { row: { project_id: "721075", user_id: "op09" }, heardBy: ["dispatchAdmin"] },
    "of the taxi": { row: { project_id: "157715", user_id: "chauffor09" }, heardBy: ["chauffeurAdmin"] },
  },
  attendants: {
    "of the project": { row: { project_id: OWN, user_id: "vakt21" }, heardBy: ["admin", "protectedAdmin"] },
    "of another project": { row: { project_id: OTHER, user_id: "vakt22" }, heardBy: ["otherAdmin", "protectedAdmin"] },
    "of no project": { row: { project_id: null, user_id: "vakt23" }, heardBy: ["protectedAdmin"] },
  },
  admin_accounts: {
    "of the project": { row: { project_id: OWN, user_id: "admin21" }, heardBy: ["admin", "protectedAdmin"] },
    "of another project": { row: { project_id: OTHER, user_id: "admin22" }, heardBy: ["otherAdmin", "protectedAdmin"] },
  },
  ase_employees: { "of the ambulance": { row: { employee_id: "ASE-777" }, heardBy: ["aseAdmin"] } },
  shift_registrations: {
    "of the attendant": {
      row: { project_id: OWN, attendant_user_id: "vakt01" },
      heardBy: ["attendant", "admin", "protectedAdmin"],
    },
    "of the ID in another project": {
      row: { project_id: OTHER, attendant_user_id: "vakt01" },
      heardBy: ["otherAttendant", "otherAdmin", "protectedAdmin"],
    },
    "of no project": {
      row: { project_id: null, attendant_user_id: "vakt01" },
      heardBy: ["freeAttendant", "protectedAdmin"],
    },
  },
  web_activity_logs: {
    "of the project": { row: { page_url: `/${OWN}/x`, user_type: "attendant" }, heardBy: ["admin", "protectedAdmin"] },
    "of another project": {
      row: { page_url: `https://example.com/${OTHER}/x`, user_type: "attendant" },
      heardBy: ["otherAdmin", "protectedAdmin"],
    },
    "of an operator": { row: { page_url: "/operator", user_type: "operator" }, heardBy: ["dispatchAdmin"] },
    "of the main admin": { row: { page_url: "/main-admin", user_type: "main-admin" }, heardBy: [] },
  },
  vehicle_registrations: {
    "of the taxi project": { row: { project_id: "157715" }, heardBy: ["chauffeur", "chauffeurAdmin"] },
    "of another project": { row: { project_id: OWN }, heardBy: [] },
  },
  vehicles: {
    "of the taxi": { row: {}, heardBy: ["chauffeur", "chauffeurAdmin"] },
    "of the ambulance": { row: { project_id: "ASE" }, heardBy: ["aseAdmin", "aseEmployee"] },
    "of another project": { row: { project_id: OWN }, heardBy: [] },
  },
  vehicle_checks: { "of a colleague": { row: { person_id: randomUUID() }, heardBy: ["aseAdmin"] } },
  vehicle_turns: { "of a colleague": { row: {}, heardBy: ["chauffeurAdmin"] } },
  work_turns: {
    "of the project": { row: { project_id: OWN }, heardBy: ["admin", "protectedAdmin"] },
    "of another project": { row: { project_id: OTHER }, heardBy: ["otherAdmin", "protectedAdmin"] },
    "of the ambulance": {
      row: { project_id: "ASE", kind: "ase-employee", status: "running", ended_at: null, person_id: randomUUID() },
      heardBy: ["aseAdmin", "aseEmployee"],
    },
  },
  notices: { "of the ambulance": { row: {}, heardBy: ["aseAdmin", "aseEmployee"] } },
  notice_receipts: { "of a colleague": { row: { person_id: randomUUID() }, heardBy: ["aseAdmin"] } },
  planned_shifts: {
    published: { row: {}, heardBy: ["aseAdmin", "aseEmployee"] },
    unpublished: { row: { published_at: null }, heardBy: ["aseAdmin"] },
  },
  shift_places: {
    "that a colleague lost": { row: { person_id: randomUUID() }, heardBy: ["aseAdmin"] },
    "a colleague's": { row: { person_id: randomUUID(), state: "assigned" }, heardBy: ["aseAdmin", "aseEmployee"] },
  },
  shift_offers: { withdrawn: { row: { person_id: randomUUID() }, heardBy: ["aseAdmin"] } },
  vehicle_faults: {
    open: { row: {}, heardBy: ["chauffeur", "chauffeurAdmin"] },
    "of the ambulance": { row: { project_id: "ASE" }, heardBy: ["aseAdmin", "aseEmployee"] },
  },
  vehicle_requests: { "of the taxi": { row: {}, heardBy: ["chauffeur", "chauffeurAdmin"] } },
  units: { "of dispatch": { row: {}, heardBy: ["operator", "dispatchAdmin"] } },
  unit_statuses: { "of dispatch": { row: {}, heardBy: ["operator", "dispatchAdmin"] } },
  calls: { "of dispatch": { row: {}, heardBy: ["operator", "dispatchAdmin"] } },
  call_units: { "of dispatch": { row: {}, heardBy: ["operator", "dispatchAdmin"] } },
  call_events: { "of dispatch": { row: {}, heardBy: ["operator", "dispatchAdmin"] } },
  location_minimums: { "of dispatch": { row: { location: randomUUID() }, heardBy: ["operator", "dispatchAdmin"] } },
  operator_notes: { "of dispatch": { row: {}, heardBy: ["operator", "dispatchAdmin"] } },
  alarms: { "of dispatch": { row: {}, heardBy: ["operator", "dispatchAdmin"] } },
  properties: {
    "for sale": { row: { id: PROPERTY.open, status: "available" }, heardBy: EVERYBODY },
    sold: { row: { id: randomUUID(), status: "sold" }, heardBy: EVERYBODY },
    "for sale, its bids hidden": { row: { id: PROPERTY.hidden, hide_bid_list: true }, heardBy: EVERYBODY },
    pending: { row: { id: randomUUID(), status: "pending" }, heardBy: ["agent", "accountAdmin"] },
    "off the market": { row: { id: randomUUID(), status: "off_market" }, heardBy: ["agent", "accountAdmin"] },
  },
  fines: {
    "of the project": { row: { project_id: OWN }, heardBy: ["admin", "protectedAdmin"] },
    "of another project": { row: { project_id: OTHER }, heardBy: ["otherAdmin", "protectedAdmin"] },
    "of no project": { row: { project_id: null }, heardBy: ["protectedAdmin"] },
  },
  fine_events: {
    "of the project": { row: { project_id: OWN }, heardBy: ["admin", "protectedAdmin"] },
    "of another project": { row: { project_id: OTHER }, heardBy: ["otherAdmin", "protectedAdmin"] },
  },
  // Decided ones, of which a fine has as many as come.
  objections: {
    "of the project": { row: { project_id: OWN, decision: "rejected" }, heardBy: ["admin", "protectedAdmin"] },
    "of another project": {
      row: { project_id: OTHER, decision: "rejected" },
      heardBy: ["otherAdmin", "protectedAdmin"],
    },
  },
  viewings: {
    open: { row: { property_id: PROPERTY.open }, heardBy: EVERYBODY },
    full: {
      row: { property_id: PROPERTY.open, places: 1, places_left: 0 },
      heardBy: ["agent", "accountAdmin"],
      inBoth: true,
    },
  },
  property_sales: { "of a property": { row: {}, heardBy: ["agent", "accountAdmin"], inBoth: true } },
  sale_events: { "of a property": { row: {}, heardBy: ["agent", "accountAdmin"], inBoth: true } },
  property_bids: {
    hidden: {
      row: { property_id: PROPERTY.open, visibility: "hidden" },
      heardBy: ["agent", "accountAdmin"],
      inBoth: true,
    },
    "on a property with an open list": { row: { property_id: PROPERTY.open }, heardBy: EVERYBODY },
    "on a property with a hidden list": { row: { property_id: PROPERTY.hidden }, heardBy: ["agent", "accountAdmin"] },
  },
};

const CASES = Object.entries(HARDENED).flatMap(([table, cases]) =>
  Object.entries(cases).map(([name, each]) => ({ table: table as TableName, name, inBoth: undefined, ...each })),
);

const isOfProperty = (table: string) => table === "property_bids" || table === "viewings";

/** A row needs a password where readable passwords are kept; elsewhere it may have none. */
const rowFor = (profile: SecurityProfile, table: string, row: Row): Row =>
  profile === "hardened" && ["project_attendants", "attendants", "admin_accounts"].includes(table)
    ? { ...row, password: null }
    : row;

describe.each(SECURITY_PROFILES)("the profile `%s`", (profile) => {
  let stop: () => Promise<void>;
  let listeners: Listeners;
  let published: string[];
  /** Keys of the rows, in the order of `CASES`. */
  const keys: string[] = [];

  // Each event is told of all rows before the next one is made: a change carries the row as it is when it is read.
  beforeAll(async () => {
    const server = await startTestServer({ profile });
    stop = () => server.stop();
    const { sql } = server;
    const tables = await sql<{ name: string }[]>`
      select tablename as name from pg_publication_tables where pubname = 'supabase_realtime'`;
    published = tables.map(({ name }) => name);
    listeners = await listenAsEverybody(server, { own: OWN, other: OTHER });
    for (const { table, row } of CASES) keys.push(await insertRow(sql, table, rowFor(profile, table, row)));
    await listeners.allAreTold();
    for (const [index, { table }] of CASES.entries())
      await sql`update ${sql(table)} set id = id where id = ${keys[index] ?? ""}`;
    await listeners.allAreTold();
    const remove = async (isNow: (table: string) => boolean) => {
      for (const [index, { table }] of CASES.entries())
        if (isNow(table)) await sql`delete from ${sql(table)} where id = ${keys[index] ?? ""}`;
      await listeners.allAreTold();
    };
    // Bids and viewings before their properties, which are looked up when a removal is told.
    await remove(isOfProperty);
    await remove((table) => !isOfProperty(table));
  });
  afterAll(async () => {
    await listeners.stop();
    await stop();
  });

  test("the table of expectations covers what is published", () => {
    expect(Object.keys(HARDENED).toSorted()).toEqual(published.toSorted());
  });

  // Spec 3 §4: table access |
  test.each(CASES.map((each, index) => ({ ...each, index })))("$table $name", ({ table, heardBy, inBoth, index }) => {
    const all = Object.keys(listeners.people) as PersonName[];
    // A handler hears of the own sites what an admin there does.
    const more: PersonName[] = heardBy.includes("admin") ? ["handler", "service"] : ["service"];
    const expected = (profile === "specified" && !inBoth) || heardBy === EVERYBODY ? all : [...heardBy, ...more];
    for (const event of ["INSERT", "UPDATE", "DELETE"]) {
      const isIt = (each: Payload) => each.table === table && each.eventType === event && idOf(each) === keys[index];
      const heard = all.filter((name) => listeners.people[name].events.some(isIt));
      expect({ event, heard: heard.toSorted() }).toEqual({ event, heard: expected.toSorted() });
    }
  });

  test("a removed row is told by its key alone", () => {
    const removals = listeners.people.service.events.filter((each) => each.eventType === "DELETE");
    expect(removals.map((each) => Object.keys(each.old))).toEqual(CASES.map(() => ["id"]));
  });
});
