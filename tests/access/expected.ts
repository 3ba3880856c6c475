// Rights of every person over every row, in both profiles: the one list that the matrix compares with (docs/security.md, decisions §4).
import type { SecurityProfile } from "#contract/states.ts";
import type { PersonName } from "#tests/access/people.ts";
import { type MatrixTable, type PlaceOf, placesOf } from "#tests/access/places.ts";

/**
 * The commands that reach a row: s select and count, i insert, u update, d delete, - none. One text is meant for every place of the table
 * (places.ts); else each place is named, and `elsewhere` stands for those that are not: none when it is left out.
 */
type Reached<Place extends string> = string | ({ elsewhere?: string } & Partial<Record<Place, string>>);

/**
 * A handler has at its sites the rights of an admin there. Other people who are not listed have the rights of `everybody`. The service key may do
 * everything.
 */
export type Expectation<Place extends string = string> = { everybody: Reached<Place> } & Partial<
  Record<PersonName, Reached<Place>>
>;

const AGENTS = <Commands>(commands: Commands) => ({ agent: commands, "account admin": commands });
const DISPATCH = (commands: string) => ({ operator: commands, "dispatch admin": commands });
/** People without a login have no row of their own. */
const STRANGERS = (commands: string) => ({ visitor: commands, "logged-out attendant": commands });

/** What agents alone read, who have accounts in both profiles. */
const OF_AGENTS = {
  specified: { everybody: "-", ...AGENTS("s"), service: "s" },
  hardened: { everybody: "-", ...AGENTS("s"), service: "s" },
} as const;

/** The rows that belong to a fine are read by admins of its site. */
const OF_CASES = {
  specified: { everybody: "s", service: "s" },
  hardened: { everybody: "-", admin: { "own site's fine": "s" }, "protected admin": "s", service: "s" },
} as const;

/** Rows of a place without a fine, which functions write. */
const OF_PLACES = {
  specified: { everybody: "s", service: "s" },
  hardened: {
    everybody: "-",
    admin: { "own site": "s" },
    "protected admin": { "removed site": "-", elsewhere: "s" },
    service: "s",
  },
} as const;

/** Rows of the ambulance's plan, which functions write; employees read some. */
const OF_AMBULANCE = (employee: "s" | Record<string, "s">) =>
  ({
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", "ambulance employee": employee, "ambulance admin": "s", service: "s" },
  }) as const;

/** Rows that belong to a turn on the clock, which functions write. */
const OF_TURNS = {
  specified: { everybody: "s", service: "s" },
  hardened: {
    everybody: "-",
    attendant: { "own turn's": "s" },
    "attendant without a site": { "own turn's": "s" },
    admin: { "own site's": "s" },
    "protected admin": { "own turn's": "s", "own site's": "s", "other site's": "s" },
    "ambulance employee": { "own turn's": "s" },
    "ambulance admin": { "colleague's on duty": "s" },
    service: "s",
  },
} as const;

/** Rows of the taxi, which functions write. */
const OF_TAXI = <Reads>(chauffeur: Reads, admin: Reads) =>
  ({
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", chauffeur, "taxi admin": admin, service: "s" },
  }) as const;

export const EXPECTED: { [Table in MatrixTable]: Record<SecurityProfile, Expectation<PlaceOf<Table>>> } = {
  // Nobody edits or removes the standard site.
  main_page_sites: {
    specified: { everybody: { "standard site": "si", "another site": "siud" } },
    hardened: { everybody: { elsewhere: "s" }, "main admin": { "standard site": "si", "another site": "siud" } },
  },
  contact_messages: {
    specified: { everybody: "siud" },
    hardened: { everybody: "i", "main admin": "siud" },
  },
  parkings: {
    specified: { everybody: { "removed site": "sd", elsewhere: "sid" } },
    hardened: {
      everybody: { "own site": "i", "other site": "i", "no site": "i", "standard site": "i" },
      attendant: { "own site": "sid", "other site": "i", "no site": "i", "standard site": "i" },
      "attendant without a site": { "own site": "i", "other site": "i", "no site": "sid", "standard site": "i" },
      admin: { "own site": "si", "other site": "i", "no site": "i", "standard site": "i" },
      "protected admin": { "own site": "si", "other site": "si", "no site": "si", "standard site": "si" },
    },
  },
  parking_deletion_logs: {
    specified: { everybody: "si" },
    hardened: {
      everybody: "-",
      attendant: { "own site": "i" },
      "attendant without a site": { "no site": "i" },
      admin: { "own site": "s" },
      "protected admin": { "removed site": "-", elsewhere: "s" },
    },
  },
  // Accounts are made and removed by the function create-admin-user.
  project_attendants: {
    specified: { everybody: "sid" },
    hardened: {
      everybody: { themselves: "s" },
      ...STRANGERS("-"),
      admin: { "own site": "s", themselves: "s" },
      "protected admin": { elsewhere: "s" },
      "dispatch admin": { dispatch: "s", themselves: "s" },
      "taxi admin": { taxi: "s", themselves: "s" },
    },
  },
  attendants: {
    specified: { everybody: "sid" },
    hardened: {
      everybody: { themselves: "s" },
      ...STRANGERS("-"),
      admin: { "own site": "s", themselves: "s" },
      "protected admin": { "removed site": "-", elsewhere: "s" },
    },
  },
  attendant_deletion_logs: {
    specified: { everybody: "si" },
    hardened: {
      everybody: "-",
      admin: { "own site": "si" },
      "protected admin": { "removed site": "-", elsewhere: "si" },
      "dispatch admin": { dispatch: "si" },
    },
  },
  // No admin is without a site.
  admin_accounts: {
    specified: { everybody: "sid" },
    hardened: {
      everybody: { themselves: "s" },
      ...STRANGERS("-"),
      admin: { "own site": "s", themselves: "s" },
      "protected admin": { "own site": "s", "other site": "s", themselves: "s" },
    },
  },
  shift_registrations: {
    specified: { everybody: "siu" },
    hardened: {
      everybody: "-",
      attendant: { "own shift": "si" },
      "attendant without a site": { "no site's shift": "si" },
      admin: { "own shift": "su", "colleague's shift": "su" },
      "protected admin": { elsewhere: "su" },
    },
  },
  web_activity_logs: {
    specified: { everybody: "si" },
    hardened: {
      everybody: "-",
      "main admin": { "page of no site": "i" },
      admin: { "own site's page": "si", "page of no site": "i" },
      "protected admin": { "page of no site": "i", "operator's": "s", elsewhere: "si" },
      attendant: { "own site's page": "i", "page of no site": "i" },
      "attendant without a site": { "page of no site": "i" },
      operator: { "page of no site": "i", "operator's": "i" },
      // Actions of operators and dispatch admins; the askers wrote the first three.
      "dispatch admin": { "page of no site": "si", elsewhere: "s" },
      chauffeur: { "page of no site": "i" },
      "taxi admin": { "page of no site": "i" },
      "ambulance admin": { "page of no site": "i" },
      "ambulance employee": { "page of no site": "i" },
    },
  },
  profiles: {
    specified: { everybody: "sd" },
    hardened: {
      everybody: { own: "s" },
      ...STRANGERS("-"),
      "main admin": { elsewhere: "s" },
      "account admin": { elsewhere: "s" },
    },
  },
  user_roles: {
    specified: { everybody: "sd" },
    hardened: { everybody: { own: "s" }, ...STRANGERS("-"), "account admin": { elsewhere: "s" } },
  },
  user_passwords: {
    specified: { everybody: "s" },
    hardened: { everybody: "-", "main admin": "s" },
  },
  admin_user_credentials: {
    specified: { everybody: "sd" },
    hardened: { everybody: "-", "account admin": "s" },
  },
  vehicle_registrations: {
    specified: { everybody: "sid" },
    hardened: {
      everybody: "-",
      chauffeur: { "own car": "sid", "colleague's car": "s" },
      "taxi admin": { "own car": "sd", "colleague's car": "sd" },
    },
  },
  // Functions write these.
  taxi_settings: OF_TAXI({ "the taxi's": "s" }, { "the taxi's": "s" }),
  vehicles: {
    specified: { everybody: "s", service: "s" },
    hardened: {
      everybody: "-",
      chauffeur: { "the taxi's": "s" },
      "taxi admin": { "the taxi's": "s" },
      "ambulance employee": { "the ambulance's": "s" },
      "ambulance admin": { "the ambulance's": "s" },
      service: "s",
    },
  },
  vehicle_turns: OF_TAXI(
    { "own turn": "s", "colleague's open turn": "s" },
    { "own turn": "s", "colleague's open turn": "s", "colleague's turn": "s" },
  ),
  vehicle_faults: {
    specified: { everybody: "s", service: "s" },
    hardened: {
      everybody: "-",
      chauffeur: { "an open fault": "s" },
      "taxi admin": { "an open fault": "s", "a fixed fault": "s" },
      "ambulance employee": { "the ambulance's": "s" },
      "ambulance admin": { "the ambulance's": "s", "fixed of the ambulance": "s" },
      service: "s",
    },
  },
  vehicle_requests: OF_TAXI({ "the taxi's": "s" }, { "the taxi's": "s" }),
  vehicle_events: {
    specified: { everybody: "s", service: "s" },
    hardened: {
      everybody: "-",
      "taxi admin": { "the taxi's": "s" },
      "ambulance admin": { "the ambulance's": "s" },
      service: "s",
    },
  },
  clock_settings: {
    specified: { everybody: "s", service: "s" },
    hardened: {
      everybody: "-",
      attendant: { "own site": "s" },
      admin: { "own site": "s" },
      "protected admin": "s",
      service: "s",
    },
  },
  // Functions write these. Ambulance staff see who is on duty, and of a colleague's turn nothing more.
  work_turns: {
    specified: { everybody: "s", service: "s" },
    hardened: {
      everybody: "-",
      attendant: { "own turn": "s" },
      "attendant without a site": { "own turn": "s" },
      admin: { "own site's": "s" },
      "protected admin": { "own turn": "s", "own site's": "s", "other site's": "s" },
      "ambulance employee": { "own turn": "s", "colleague's on duty": "s" },
      "ambulance admin": { "colleague's on duty": "s", "colleague's": "s" },
      service: "s",
    },
  },
  work_breaks: OF_TURNS,
  work_turn_events: OF_TURNS,
  notices: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", "ambulance employee": "s", "ambulance admin": "s", service: "s" },
  },
  certificate_types: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", "ambulance employee": "s", "ambulance admin": "s", service: "s" },
  },
  checklist_items: OF_AMBULANCE("s"),
  vehicle_checks: OF_AMBULANCE({ own: "s" }),
  certificates: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", "ambulance employee": { own: "s" }, service: "s" },
  },
  notice_receipts: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", "ambulance employee": { own: "s" }, "ambulance admin": "s", service: "s" },
  },
  ase_settings: OF_AMBULANCE("s"),
  ase_positions: OF_AMBULANCE({ own: "s" }),
  planned_shifts: OF_AMBULANCE({ published: "s" }),
  shift_places: OF_AMBULANCE({ own: "s", "a colleague's": "s" }),
  shift_offers: OF_AMBULANCE({ own: "s", "open to all": "s", "to oneself": "s" }),
  shift_events: OF_AMBULANCE({ own: "s" }),
  units: {
    specified: { everybody: "siud" },
    hardened: { everybody: "-", ...DISPATCH("siud") },
  },
  // Functions write these.
  dispatch_settings: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", ...DISPATCH("s"), service: "s" },
  },
  calls: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", ...DISPATCH("s"), service: "s" },
  },
  call_units: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", ...DISPATCH("s"), service: "s" },
  },
  call_events: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", ...DISPATCH("s"), service: "s" },
  },
  unit_statuses: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", ...DISPATCH("s"), service: "s" },
  },
  unit_status_events: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", ...DISPATCH("s"), service: "s" },
  },
  unit_status_days: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", ...DISPATCH("s"), service: "s" },
  },
  alarms: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", ...DISPATCH("s"), service: "s" },
  },
  location_minimums: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", ...DISPATCH("s"), service: "s" },
  },
  operator_notes: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", ...DISPATCH("s"), service: "s" },
  },
  alarm_events: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", ...DISPATCH("s"), service: "s" },
  },
  teamspeak_units: {
    specified: { everybody: "s" },
    hardened: { everybody: "-", ...DISPATCH("s") },
  },
  properties: {
    specified: { everybody: "s", ...AGENTS("siud") },
    hardened: { everybody: { "for sale": "s" }, ...AGENTS("siud") },
  },
  // Nobody adds or sees a hidden bid but by functions, agents apart.
  property_bids: {
    specified: {
      everybody: { "open list": "si", "hidden list": "si" },
      ...AGENTS({ "hidden bid": "su", elsewhere: "siu" }),
    },
    hardened: {
      everybody: { "open list": "si", "hidden list": "i" },
      ...AGENTS({ "hidden bid": "su", elsewhere: "siu" }),
    },
  },
  viewings: {
    specified: { everybody: { open: "s" }, ...AGENTS("s"), service: "s" },
    hardened: { everybody: { open: "s" }, ...AGENTS("s"), service: "s" },
  },
  // Functions write these.
  estate_settings: OF_AGENTS,
  bidders: OF_AGENTS,
  bid_details: OF_AGENTS,
  property_sales: OF_AGENTS,
  sale_events: OF_AGENTS,
  ase_employees: {
    specified: { everybody: "siud" },
    hardened: { everybody: { own: "s" }, ...STRANGERS("-"), "ambulance admin": { elsewhere: "s" } },
  },
  site_settings: {
    specified: { everybody: "su" },
    hardened: {
      everybody: "-",
      attendant: { "own site": "s" },
      admin: { "own site": "su" },
      "protected admin": "su",
    },
  },
  // Nothing of these two is removed.
  violations: {
    specified: { everybody: "siu" },
    hardened: {
      everybody: "-",
      attendant: { "own site": "s" },
      admin: { "own site": "siu" },
      "protected admin": "siu",
    },
  },
  message_hooks: {
    specified: { everybody: "siud" },
    hardened: {
      everybody: "-",
      admin: { "own site": "siud" },
      "protected admin": { estate: "-", elsewhere: "siud" },
      "dispatch admin": { dispatch: "siud" },
      ...AGENTS({ estate: "siud" }),
    },
  },
  // Triggers write it, and the server that delivers it.
  outbox: {
    specified: OF_PLACES.specified,
    hardened: {
      ...OF_PLACES.hardened,
      "protected admin": { "removed site": "-", estate: "-", elsewhere: "s" },
      "dispatch admin": { dispatch: "s" },
      ...AGENTS({ estate: "s" }),
    },
  },
  permits: {
    specified: { everybody: "siu" },
    hardened: { everybody: "-", admin: { "own site": "siu" }, "protected admin": "siu" },
  },
  reply_templates: {
    specified: { everybody: "siu" },
    hardened: { everybody: "-", admin: { "own site": "siu" }, "protected admin": "siu" },
  },
  // Functions write cases and checks, and nobody else, not even the service key.
  fines: {
    specified: { everybody: "s", service: "s" },
    hardened: {
      everybody: "-",
      attendant: { "own fine": "s" },
      admin: { "own site": "s", "own fine": "s" },
      "protected admin": { "removed site": "-", elsewhere: "s" },
      service: "s",
    },
  },
  fine_photos: OF_CASES,
  fine_events: OF_CASES,
  payments: OF_CASES,
  payment_files: OF_PLACES,
  company: {
    specified: { everybody: "su", service: "s" },
    hardened: { everybody: "-", "main admin": "su", "protected admin": "s", service: "s" },
  },
  // A function of the main admin writes them.
  handler_sites: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: { own: "s" }, ...STRANGERS("-"), "main admin": "s", service: "s" },
  },
  ledger_months: OF_PLACES,
  refund_files: OF_PLACES,
  refunds: OF_CASES,
  objections: OF_CASES,
  case_recipients: OF_CASES,
  plate_checks: OF_PLACES,
  // Triggers write it, and nobody else.
  audit_trail: {
    specified: { everybody: "s", service: "s" },
    hardened: {
      everybody: "-",
      "main admin": "s",
      admin: { "own site": "s" },
      "protected admin": { "own site": "s", "other site": "s" },
      service: "s",
    },
  },
  // Every account is somebody once.
  staff_accounts: {
    specified: { everybody: "-" },
    hardened: { everybody: { own: "s" }, ...STRANGERS("-") },
  },
};

/** The commands of one person at each of the table's places, in their order. */
export function expectedCommands(table: MatrixTable, profile: SecurityProfile, name: PersonName): string[] {
  const expectation: Expectation = EXPECTED[table][profile];
  const asAdmin = name === "handler" ? expectation.admin : undefined;
  const reached = expectation[name] ?? asAdmin ?? (name === "service" ? "siud" : expectation.everybody);
  return placesOf(table).map((place) =>
    typeof reached === "string" ? reached : (reached[place] ?? reached.elsewhere ?? "-"),
  );
}
