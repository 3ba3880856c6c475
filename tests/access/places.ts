// The rows that the matrix asks about: of every table one for each place that a policy tells apart.
import { randomInt, randomUUID } from "node:crypto";
import type { SecurityProfile } from "#contract/states.ts";
import type { Sql, TransactionSql } from "postgres";
import {
  insertRow,
  insertValidShift,
  insertValidCertificateType,
  insertValidTurn,
  newFine,
  newNumber,
  PLAIN_TABLES,
  type PlainTable,
  type TableName,
  VALID_ROWS,
} from "#tests/support/rows/rows.ts";
import { OTHER, OWN, type Person } from "#tests/access/people.ts";

export type Row = Record<string, unknown>;
export type MatrixTable = TableName | "staff_accounts" | "audit_trail";

/** Rows that others refer to, made once for all of them. */
export const FIXED = {
  /** Accounts of nobody who asks. */
  somebody: randomUUID(),
  another: randomUUID(),
  /** Properties for sale. */
  openList: randomUUID(),
  hiddenList: randomUUID(),
  hiddenBids: randomUUID(),
  /** Fines of the two sites, which nobody who asks issued. */
  ownFine: randomUUID(),
  otherFine: randomUUID(),
  /** A file of refunds: a case has any number of refunds that are in one. */
  refundFile: randomUUID(),
  /** Turns on the clock of nobody who asks, at the two sites and, on duty, of the ambulance. Everybody's own has the account's id. */
  ownTurn: randomUUID(),
  otherTurn: randomUUID(),
  dutyTurn: randomUUID(),
  /** Planned shifts of the ambulance. */
  shift: randomUUID(),
  hiddenShift: randomUUID(),
};

export type TableCase = {
  /** Values of a row of the place when `person` asks, as honestly as the person can write it. */
  places: Readonly<Record<string, (person: Person) => Row>>;
  /** An honest change. */
  change: (person: Person) => Row;
  /** The column that names a row. */
  key?: string;
  /** The column of which strangers would like to know the values (hidden-rows.test.ts). */
  secret: string;
};

const accountOf = (person: Person) => person.accountId ?? FIXED.somebody;
const idOf = (person: Person) => person.userId ?? NOBODY;
const newId = () => `matris-${randomUUID().slice(0, 8)}`;
const NOBODY = "ingen01";
/** Bids of nobody who asks, of which each has its details once. */
const BIDS = Array.from({ length: 1000 }, () => randomUUID());
let details = 0;
const someBid = () => {
  details += 1;
  return BIDS[details % BIDS.length];
};
/** Cars of nobody who asks, of which each has at most one open turn. */
const VEHICLES = Array.from({ length: 1000 }, () => randomUUID());
let turns = 0;
const openTurn = () => {
  turns += 1;
  return { vehicle_id: VEHICLES[turns % VEHICLES.length], chauffeur_id: newId(), ended_at: null, ended_by: null };
};
/** Rows that are the same for everybody who asks. */
const place = (row: Row) => () => row;
const roleBeside = (person: Person) => (person.name === "customer" ? "member" : "customer");

const ofProjects = (more: (person: Person) => Row = () => ({})) => ({
  "own site": (person: Person) => ({ project_id: OWN, ...more(person) }),
  "other site": (person: Person) => ({ project_id: OTHER, ...more(person) }),
  "no site": (person: Person) => ({ project_id: null, ...more(person) }),
  // The place of a site's rows after the site is removed: the code's beginning is the own one.
  "removed site": (person: Person) => ({ project_id: `${OWN}~00000000`, ...more(person) }),
});
const withNewId = () => ({ user_id: newId() });
/** In another project than one's own, so that only the account can be why it is read. */
const themselves = (person: Person) => ({ project_id: OTHER, user_id: newId(), account_id: accountOf(person) });
const profileOf = (id: string) => ({ id, email: `${id}@example.com` });
const shift = (project: string | null) => (person: Person) => ({
  project_id: project,
  attendant_user_id: idOf(person),
  image_urls: [1, 2].map((number) => `${accountOf(person)}/${number}.png`),
});
const activity = (page: string) => (person: Person) => ({
  user_id: idOf(person),
  user_type: person.kind ?? "attendant",
  page_url: page,
});
/** A row that belongs to a fine of a site. */
const ofFines = (more: (fine: string) => Row = () => ({})) => ({
  "own site's fine": () => ({ project_id: OWN, fine_id: FIXED.ownFine, ...more(FIXED.ownFine) }),
  "other site's fine": () => ({ project_id: OTHER, fine_id: FIXED.otherFine, ...more(FIXED.otherFine) }),
});
const ofSites = (more: (person: Person) => Row = () => ({})) => ({
  "own site": (person: Person) => ({ project_id: OWN, ...more(person) }),
  "other site": (person: Person) => ({ project_id: OTHER, ...more(person) }),
});
const ON_DUTY = { project_id: "ASE", kind: "ase-employee", status: "running", ended_at: null };
/** A row that belongs to a turn on the clock. */
const OFFER = { shift_id: FIXED.shift, person_id: FIXED.somebody };
const ofTurns = (more: () => Row = () => ({})) => ({
  "own turn's": (person: Person) => ({ turn_id: accountOf(person), ...more() }),
  "own site's": () => ({ turn_id: FIXED.ownTurn, ...more() }),
  "other site's": () => ({ turn_id: FIXED.otherTurn, ...more() }),
  "colleague's on duty": () => ({ turn_id: FIXED.dutyTurn, ...more() }),
});
const newCar = (row: (person: Person) => Row) => (person: Person) => ({ item_3: false, ...row(person) });

const CASES = {
  main_page_sites: {
    secret: "path",
    places: { "standard site": place({ path: "standard" }), "another site": () => ({ path: newId() }) },
    change: () => ({ description: "Ändrad" }),
  },
  contact_messages: { secret: "email", places: { "a message": place({}) }, change: () => ({ read: true }) },
  // The standard site has no row here.
  parkings: {
    secret: "ref_number",
    places: {
      ...ofProjects(),
      "standard site": () => ({ project_id: "standard" }),
    },
    change: () => ({ street: "Ny gata 1" }),
  },
  parking_deletion_logs: {
    secret: "deleted_by",
    places: ofProjects((person) => ({ deleted_by: idOf(person) })),
    change: () => ({ deleted_by: "nobody" }),
  },
  project_attendants: {
    secret: "user_id",
    places: {
      dispatch: () => ({ project_id: "721075", user_id: newId() }),
      taxi: () => ({ project_id: "157715", user_id: newId() }),
      "own site": () => ({ project_id: OWN, user_id: newId() }),
      "other site": () => ({ project_id: OTHER, user_id: newId() }),
      themselves,
    },
    change: () => ({ discord_username: "ny" }),
  },
  attendants: {
    secret: "user_id",
    places: { ...ofProjects(withNewId), themselves },
    change: () => ({ discord_username: "ny" }),
  },
  attendant_deletion_logs: {
    secret: "deleted_by",
    places: {
      ...ofProjects((person) => ({ deleted_by: idOf(person) })),
      dispatch: (person) => ({ project_id: "721075", deleted_by: idOf(person) }),
    },
    change: () => ({ deleted_by: "nobody" }),
  },
  admin_accounts: {
    secret: "user_id",
    places: { ...ofProjects(withNewId), themselves },
    change: () => ({ created_by: "nobody" }),
  },
  shift_registrations: {
    secret: "attendant_user_id",
    places: {
      "own shift": shift(OWN),
      "colleague's shift": (person) => ({ ...shift(OWN)(person), attendant_user_id: "vakt02" }),
      // A row of somebody with the same ID.
      "other site's shift": shift(OTHER),
      "no site's shift": shift(null),
    },
    change: (person) => ({ status: "rejected", reviewed_by: person.userId, review_note: "Nej" }),
  },
  web_activity_logs: {
    secret: "page_url",
    places: {
      "own site's page": activity(`/${OWN}/attendant-dashboard`),
      "other site's page": activity(`/${OTHER}/attendant-dashboard`),
      "page of no site": activity("/generate-ticket/1"),
      "operator's": (person) => ({ ...activity("/721075/x")(person), user_type: "operator" }),
    },
    change: () => ({ action: "nothing" }),
  },
  profiles: {
    secret: "email",
    places: {
      own: (person) => profileOf(accountOf(person)),
      "other's": place(profileOf(FIXED.another)),
    },
    change: () => ({ email: `${randomUUID()}@example.com` }),
  },
  user_roles: {
    secret: "user_id",
    places: {
      own: (person) => ({ user_id: accountOf(person), role: roleBeside(person) }),
      "other's": place({ user_id: FIXED.another, role: "customer" }),
    },
    change: () => ({ role: "admin" }),
  },
  user_passwords: {
    secret: "email",
    places: { "a password": () => ({ email: newId() }) },
    change: () => ({ email: newId() }),
  },
  admin_user_credentials: {
    secret: "email",
    places: { "a credential": () => ({ email: `${randomUUID()}@example.com` }) },
    change: () => ({ is_active: false }),
  },
  vehicle_registrations: {
    secret: "chauffeur_id",
    places: {
      "own car": newCar((person) => ({ chauffeur_id: idOf(person), item_1: true })),
      "colleague's car": newCar(() => ({ chauffeur_id: "chauffor02", item_2: true })),
      "other project's car": newCar((person) => ({ project_id: OTHER, chauffeur_id: idOf(person), item_1: true })),
    },
    change: () => ({ vehicle_model: "Volvo V90" }),
  },
  company: {
    secret: "org_number",
    key: "project_id",
    places: { "the company": place({}) },
    change: () => ({ postal_address: `Kajen ${newId()}` }),
  },
  handler_sites: {
    secret: "site",
    places: {
      own: (person) => ({ account_id: accountOf(person), site: randomUUID() }),
      "other's": () => ({ account_id: FIXED.another, site: randomUUID() }),
    },
    change: () => ({ site: randomUUID() }),
  },
  taxi_settings: {
    secret: "project_id",
    key: "project_id",
    places: { "the taxi's": place({ project_id: "157715" }), "another project's": () => ({ project_id: newId() }) },
    change: () => ({ warn_minutes: 15 }),
  },
  vehicles: {
    secret: "plate",
    places: {
      "the taxi's": place({}),
      "the ambulance's": place({ project_id: "ASE" }),
      "another project's": place({ project_id: OTHER }),
    },
    change: () => ({ name: "Bil 39" }),
  },
  vehicle_turns: {
    secret: "chauffeur_id",
    places: {
      "own turn": (person) => ({ person_id: accountOf(person) }),
      "colleague's open turn": openTurn,
      "colleague's turn": place({}),
      "another project's": place({ project_id: OTHER }),
    },
    change: () => ({ reason: "Bytt" }),
  },
  vehicle_faults: {
    secret: "text",
    places: {
      "an open fault": place({}),
      "a fixed fault": place({ fixed_by: "TAXIADMIN", fixed_at: "2026-11-21T09:00:00Z" }),
      "the ambulance's": place({ project_id: "ASE" }),
      "fixed of the ambulance": place({ project_id: "ASE", fixed_by: "aseadmin", fixed_at: "2026-11-21T09:00:00Z" }),
      "another project's": place({ project_id: OTHER }),
    },
    change: () => ({ severity: "remark" }),
  },
  vehicle_requests: {
    secret: "asked_by",
    places: { "the taxi's": place({}), "another project's": place({ project_id: OTHER }) },
    change: () => ({ answer: "leaves" }),
  },
  vehicle_events: {
    secret: "by",
    places: {
      "the taxi's": place({}),
      "the ambulance's": place({ project_id: "ASE" }),
      "another project's": place({ project_id: OTHER }),
    },
    change: () => ({ kind: "ended" }),
  },
  clock_settings: {
    secret: "project_id",
    key: "project_id",
    places: ofSites(),
    change: () => ({ min_rest_hours: 10 }),
  },
  work_turns: {
    secret: "user_id",
    places: {
      // At another site than one's own, so that only the person can be why it is read.
      "own turn": (person) => ({ project_id: OTHER, person_id: accountOf(person), user_id: newId() }),
      "own site's": () => ({ project_id: OWN, user_id: newId() }),
      "other site's": () => ({ project_id: OTHER, user_id: newId() }),
      "colleague's on duty": () => ({ ...ON_DUTY, person_id: randomUUID(), user_id: newId() }),
      "colleague's": () => ({ ...ON_DUTY, status: "waiting", ended_at: "2026-11-21T16:00:00Z", user_id: newId() }),
    },
    change: () => ({ status: "approved" }),
  },
  work_breaks: {
    secret: "turn_id",
    places: ofTurns(),
    change: () => ({ ended_at: "2026-11-21T13:00:00Z" }),
  },
  work_turn_events: {
    secret: "by",
    places: ofTurns(() => ({ by: newId() })),
    change: () => ({ kind: "started" }),
  },
  notices: {
    secret: "title",
    places: { "a notice": () => ({ title: newId() }) },
    change: () => ({ until: "2027-01-01" }),
  },
  certificate_types: {
    secret: "name",
    places: { "a kind": () => ({ name: newId() }) },
    change: () => ({ warn_days: 60 }),
  },
  checklist_items: {
    secret: "text",
    places: { "an item": () => ({ text: newId() }) },
    change: () => ({ is_active: false }),
  },
  vehicle_checks: {
    secret: "employee_id",
    places: {
      own: (person) => ({ person_id: accountOf(person), employee_id: newId() }),
      "a colleague's": () => ({ person_id: randomUUID(), employee_id: newId() }),
    },
    change: () => ({ result: "remarks" }),
  },
  certificates: {
    secret: "employee_id",
    places: {
      own: (person) => ({ person_id: accountOf(person), employee_id: newId(), replaced_at: "2026-11-21T08:00:00Z" }),
      "a colleague's": () => ({ person_id: randomUUID(), employee_id: newId() }),
    },
    change: () => ({ expires_on: "2027-01-01" }),
  },
  notice_receipts: {
    secret: "employee_id",
    places: {
      own: (person) => ({ notice_id: nextNotice(), person_id: accountOf(person), employee_id: newId() }),
      "a colleague's": () => ({ notice_id: nextNotice(), person_id: randomUUID(), employee_id: newId() }),
    },
    change: () => ({ acknowledged_at: "2026-11-21T08:00:00Z" }),
  },
  ase_settings: {
    secret: "project_id",
    places: { "of the ambulance": () => ({ project_id: newId() }) },
    change: () => ({ leave_hours: 12 }),
  },
  ase_positions: {
    secret: "employee_id",
    places: {
      own: (person) => ({ person_id: accountOf(person), employee_id: newId(), position: newId() }),
      "a colleague's": () => ({ person_id: randomUUID(), employee_id: newId() }),
    },
    change: () => ({ position: "Läkare" }),
  },
  planned_shifts: {
    secret: "station",
    places: {
      published: () => ({ station: newId() }),
      unpublished: () => ({ station: newId(), published_at: null }),
    },
    change: () => ({ places: 2 }),
  },
  shift_places: {
    secret: "employee_id",
    places: {
      own: (person) => ({ shift_id: FIXED.shift, person_id: accountOf(person), employee_id: newId() }),
      "a colleague's": () => ({
        shift_id: FIXED.shift,
        person_id: randomUUID(),
        state: "assigned",
        employee_id: newId(),
      }),
      "what a colleague asked for": () => ({
        shift_id: FIXED.shift,
        person_id: randomUUID(),
        state: "asked",
        employee_id: newId(),
      }),
      "of an unpublished shift": () => ({
        shift_id: FIXED.hiddenShift,
        person_id: randomUUID(),
        state: "assigned",
        employee_id: newId(),
      }),
    },
    change: () => ({ confirmed_at: "2026-11-21T08:00:00Z" }),
  },
  shift_offers: {
    secret: "employee_id",
    places: {
      own: (person) => ({ ...OFFER, person_id: accountOf(person), employee_id: newId() }),
      "open to all": () => ({ ...OFFER, place_id: nextPlace(), state: "open", employee_id: newId() }),
      "to oneself": (person) => ({
        ...OFFER,
        place_id: nextPlace(),
        state: "proposed",
        to_person_id: accountOf(person),
        employee_id: newId(),
      }),
      "to a colleague": () => ({
        ...OFFER,
        place_id: nextPlace(),
        state: "proposed",
        to_person_id: randomUUID(),
        employee_id: newId(),
      }),
    },
    change: () => ({ decided_by: "aseadmin" }),
  },
  shift_events: {
    secret: "by",
    places: {
      own: (person) => ({ shift_id: FIXED.shift, person_id: accountOf(person), by: newId() }),
      "why somebody was placed": (person) => ({
        shift_id: FIXED.shift,
        person_id: accountOf(person),
        kind: "assigned",
        by: newId(),
      }),
      "a colleague's": () => ({ shift_id: FIXED.shift, person_id: randomUUID(), by: newId() }),
    },
    change: () => ({ kind: "left" }),
  },
  units: { secret: "unit_number", places: { "a unit": place({}) }, change: () => ({ location: "Ystad" }) },
  unit_statuses: {
    secret: "code",
    places: { "a status": () => ({ code: newId() }) },
    change: () => ({ check_after: 5 }),
  },
  unit_status_events: {
    secret: "unit_number",
    places: { "a press": place({}) },
    change: () => ({ to_status: "AVAILABLE" }),
  },
  unit_status_days: {
    secret: "to_status",
    places: { "a day": () => ({ to_status: newId() }) },
    change: () => ({ events: 2 }),
  },
  calls: {
    secret: "place",
    places: { "a call": () => ({ number: `2020-${newNumber()}`, place: newId() }) },
    change: () => ({ nature: "Brand" }),
  },
  call_units: {
    secret: "unit_number",
    places: { "a unit on a call": () => ({ unit_number: newId() }) },
    change: () => ({ cleared_at: "2026-11-21T09:00:00Z" }),
  },
  call_events: { secret: "by", places: { "an event": () => ({ by: newId() }) }, change: () => ({ kind: "noted" }) },
  dispatch_settings: {
    secret: "project_id",
    places: { "a centre": () => ({ project_id: newId() }) },
    change: () => ({ off_duty_at: "02:00" }),
  },
  alarms: {
    secret: "unit_number",
    places: { "an alarm": () => ({ unit_id: randomUUID() }) },
    change: () => ({ place: "Kajen" }),
  },
  operator_notes: {
    secret: "text",
    places: { "a note": () => ({ text: newId() }) },
    change: () => ({ text: "Klart" }),
  },
  location_minimums: {
    secret: "location",
    places: { "a minimum": () => ({ location: newId() }) },
    change: () => ({ min_free: 3 }),
  },
  alarm_events: { secret: "by", places: { "an event": place({}) }, change: () => ({ by: "op02" }) },
  teamspeak_units: { secret: "unit_number", places: { "a unit": place({}) }, change: () => ({ channel: "1" }) },
  properties: {
    secret: "title",
    places: {
      "for sale": (person) => ({ status: "available", created_by: person.accountId }),
      "not for sale": (person) => ({ status: "off_market", created_by: person.accountId }),
    },
    change: () => ({ title: "Ny villa" }),
  },
  property_bids: {
    secret: "amount",
    places: {
      "open list": place({ property_id: FIXED.openList }),
      "hidden list": place({ property_id: FIXED.hiddenList }),
      "hidden bid": place({ property_id: FIXED.hiddenBids, visibility: "hidden" }),
    },
    change: () => ({ accepted: true }),
  },
  estate_settings: {
    secret: "project_id",
    places: { "an office": () => ({ project_id: newId() }) },
    change: () => ({ higher_only: true }),
  },
  viewings: {
    secret: "note",
    places: {
      open: () => ({ property_id: FIXED.openList, note: newId() }),
      full: () => ({ property_id: FIXED.openList, note: newId(), places: 2, places_left: 0 }),
      cancelled: () => ({ property_id: FIXED.openList, note: newId(), cancelled_at: "2026-11-21T08:00:00Z" }),
    },
    change: () => ({ places: 3 }),
  },
  bidders: {
    secret: "name",
    places: { "a bidder": place({ property_id: FIXED.openList }) },
    change: () => ({ name: "Ny" }),
  },
  bid_details: {
    secret: "conditions",
    places: { "a bid's": () => ({ bid_id: someBid() }) },
    change: () => ({ conditions: "Nytt" }),
  },
  property_sales: {
    secret: "accepted_by",
    places: { undone: () => ({ property_id: FIXED.openList, bid_id: someBid(), undone_at: "2026-11-21T08:00:00Z" }) },
    change: () => ({ contract_signed_on: "2026-11-21" }),
  },
  sale_events: {
    secret: "by",
    places: { "a sale's": place({ property_id: FIXED.openList }) },
    change: () => ({ kind: "accepted" }),
  },
  ase_employees: {
    secret: "employee_id",
    places: {
      own: (person) => ({ employee_id: newId(), account_id: accountOf(person) }),
      "other's": () => ({ employee_id: newId() }),
    },
    change: () => ({ name: "Ny" }),
  },
  // A site has one row, and the row is known by its site.
  site_settings: {
    secret: "issuer_name",
    key: "project_id",
    places: ofSites(),
    change: () => ({ issuer_name: "Ny", camera_on: true, reminder_text: "Ny" }),
  },
  violations: { secret: "text", places: ofSites(), change: () => ({ is_active: false }) },
  message_hooks: {
    // Its address is nowhere to be read.
    secret: "project_id",
    places: { ...ofSites(), dispatch: () => ({ project_id: "721075" }), estate: () => ({ project_id: "YSTAD" }) },
    change: () => ({ is_active: true }),
  },
  outbox: {
    secret: "last_error",
    places: { ...ofProjects(), dispatch: () => ({ project_id: "721075" }), estate: () => ({ project_id: "YSTAD" }) },
    change: () => ({ last_error: "HTTP 500" }),
  },
  permits: {
    secret: "holder",
    places: ofSites((person) => ({ created_by: idOf(person) })),
    change: () => ({ holder: "Ny" }),
  },
  reply_templates: { secret: "title", places: ofSites(), change: () => ({ title: "Ny" }) },
  fines: {
    secret: "plate",
    places: {
      ...ofProjects(newFine),
      "own fine": (person) => ({ project_id: OWN, account_id: accountOf(person), ...newFine() }),
      // A row of somebody who worked at the other site before.
      "own fine elsewhere": (person) => ({ project_id: OTHER, account_id: accountOf(person), ...newFine() }),
    },
    change: () => ({ status: "withdrawn" }),
  },
  fine_photos: {
    secret: "path",
    places: ofFines((fine) => ({ path: `${fine}/${randomUUID()}.jpg` })),
    change: () => ({ category: "car" }),
  },
  fine_events: {
    secret: "by_id",
    places: ofFines(() => ({ number: newNumber() })),
    change: () => ({ note: "Annat" }),
  },
  payments: { secret: "by_id", places: ofFines(), change: () => ({ amount_ore: 1 }) },
  ledger_months: {
    secret: "by_id",
    places: ofProjects(() => ({ month: `${randomInt(1900, 9999)}-0${randomInt(1, 9)}-01` })),
    change: () => ({ by_id: "annan" }),
  },
  payment_files: { secret: "name", places: ofProjects(), change: () => ({ name: "Annan" }) },
  refund_files: { secret: "by_id", places: ofProjects(), change: () => ({ by_id: "annan" }) },
  refunds: {
    secret: "account",
    places: ofFines(() => ({
      file_id: FIXED.refundFile,
      amount_ore: 1,
      proposed_by: "admin01",
      proposed_at: "2026-11-25T10:00:00Z",
    })),
    change: () => ({ account: "1" }),
  },
  objections: { secret: "name", places: ofFines(() => ({ decision: "rejected" })), change: () => ({ text: "Annat" }) },
  case_recipients: { secret: "name", places: ofFines(), change: () => ({ name: "Annan" }) },
  plate_checks: { secret: "plate", places: ofProjects(), change: () => ({ outcome: "valid" }) },
  audit_trail: { secret: "actor_id", places: ofProjects(), change: () => ({ actor_id: "nobody" }) },
  staff_accounts: {
    secret: "user_id",
    key: "account_id",
    places: {
      own: (person) => ({ account_id: accountOf(person), user_id: newId() }),
      "other's": () => ({ account_id: FIXED.another, user_id: newId() }),
    },
    change: () => ({ display_name: "Ny" }),
  },
} satisfies Record<Exclude<MatrixTable, PlainTable>, TableCase>;

/** A plain table's rows are in one place, and known by the first column that has to be given. */
function plainCase(table: PlainTable): TableCase {
  const [secret = "id"] = Object.keys(VALID_ROWS[table]);
  const another = () => ({ [secret]: newId() });
  return { secret, places: { "a row": another }, change: another };
}

const ALL_CASES: Record<string, TableCase> = {
  ...CASES,
  ...Object.fromEntries(PLAIN_TABLES.map((table) => [table, plainCase(table)])),
};
export const TABLE_CASES = ALL_CASES as Record<MatrixTable, TableCase>;

/** The names of a table's places. */
export type PlaceOf<Table extends MatrixTable> = Table extends keyof typeof CASES
  ? keyof (typeof CASES)[Table]["places"] & string
  : "a row";
export const placesOf = (table: MatrixTable): string[] => Object.keys(TABLE_CASES[table].places);

export const MATRIX_TABLES = Object.keys(TABLE_CASES) as MatrixTable[];

/** Columns with readable passwords, which `hardened` keeps empty. */
const PASSWORDS = ["password", "password_text"];

function baseOf(table: MatrixTable): Row {
  if (table === "staff_accounts") return { kind: "attendant" };
  const changed = {
    actor_kind: "attendant",
    actor_id: "vakt01",
    action: "delete",
    subject: "parkings",
    request_id: "1",
  };
  return { id: randomUUID(), ...(table === "audit_trail" ? changed : VALID_ROWS[table]) };
}

/** Removes rows as the database's owner, who has to go past the trigger that keeps the trail as it is. */
export async function removeRows(sql: Sql, table: MatrixTable, { key, keys }: { key: string; keys: string[] }) {
  if (keys.length === 0) return;
  // The rows of what people are stay: the tests ask about them.
  const made = table === "staff_accounts" ? sql`and user_id like 'matris-%'` : sql``;
  const removal = (on: Sql | TransactionSql) =>
    on`delete from ${sql(table)} where ${sql(key)}::text = any (${keys}) ${made}`;
  // A transaction takes four answers instead of one, thousands of times.
  if (table === "audit_trail")
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await removal(transaction);
    });
  else await removal(sql);
  // An accepted bid sold the property, which takes bids again.
  if (table === "property_bids") await sql`update properties set status = 'available' where status = 'sold'`;
}

/** Makes the fines that rows of a place belong to. */
export async function makeFines(sql: Sql): Promise<void> {
  const fines = [
    { id: FIXED.ownFine, project_id: OWN },
    { id: FIXED.otherFine, project_id: OTHER },
  ];
  for (const fine of fines) await insertRow(sql, "fines", fine);
  await insertRow(sql, "refund_files", { id: FIXED.refundFile });
}

/** Makes the properties for sale, and bids that rows of a place belong to. */
export async function makeBids(sql: Sql): Promise<void> {
  await insertRow(sql, "properties", { id: FIXED.openList });
  await insertRow(sql, "properties", { id: FIXED.hiddenList, hide_bid_list: true });
  await insertRow(sql, "properties", { id: FIXED.hiddenBids });
  await sql`insert into property_bids (id, property_id, amount) select unnest(${BIDS}::uuid[]), ${FIXED.openList}, 1`;
}

/** Makes the cars whose turns rows of a place are. */
export async function makeVehicles(sql: Sql): Promise<void> {
  await insertValidTurn(sql);
  await sql`insert into vehicles (id, project_id, name) select unnest(${VEHICLES}::uuid[]), '157715', 'Bil'`;
}

/** Notices of the receipts: a person has one of each. */
const NOTICES = Array.from({ length: 1000 }, () => randomUUID());
let lastNotice = 0;
const nextNotice = () => NOTICES[(lastNotice += 1) % NOTICES.length];

/** Places that are offered: one has one open offer. */
const PLACES = Array.from({ length: 1000 }, () => randomUUID());
let lastPlace = 0;
const nextPlace = () => PLACES[(lastPlace += 1) % PLACES.length];

/** Makes the turns on the clock that rows of a place belong to, one of everybody who is asked, the notices, and the planned shifts. */
export async function makeWorkTurns(sql: Sql): Promise<void> {
  await sql`insert into work_turns (id, project_id, kind, person_id, user_id, started_at, ended_at, status)
    select id, ${OTHER}, 'attendant', id, ${NOBODY}, '2026-11-20T08:00:00Z', '2026-11-20T16:00:00Z', 'waiting'
    from (select id from auth.users union select ${FIXED.somebody}::uuid) a`;
  await sql`insert into notices (id, title, text, by) select unnest(${NOTICES}::uuid[]), ${NOBODY}, ${NOBODY}, ${NOBODY}`;
  await insertValidShift(sql);
  await insertRow(sql, "planned_shifts", { id: FIXED.shift });
  await insertRow(sql, "planned_shifts", { id: FIXED.hiddenShift, published_at: null });
  await sql`insert into shift_places (id, shift_id, person_id, employee_id, state)
    select unnest(${PLACES}::uuid[]), ${FIXED.shift}, ${FIXED.somebody}, ${NOBODY}, 'left'`;
  await insertValidCertificateType(sql);
  await insertRow(sql, "work_turns", { id: FIXED.ownTurn, project_id: OWN });
  await insertRow(sql, "work_turns", { id: FIXED.otherTurn, project_id: OTHER });
  await insertRow(sql, "work_turns", { id: FIXED.dutyTurn, ...ON_DUTY, person_id: randomUUID() });
}

/** A new row of a place. */
export function rowOf(table: MatrixTable, placeName: string, person: Person, profile: SecurityProfile): Row {
  const { places } = TABLE_CASES[table];
  const base = baseOf(table);
  if (table === "properties") base["id"] = randomUUID();
  if (profile === "hardened") for (const column of PASSWORDS) if (column in base) base[column] = null;
  return { ...base, ...places[placeName]?.(person) };
}
