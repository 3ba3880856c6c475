// Who may do what to which row, in both profiles: the one list that the matrix compares with (docs/security.md, decisions §4).
import type { SecurityProfile } from "#contract/states.ts";
import type { PersonName } from "./people.ts";
import type { MatrixTable } from "./places.ts";

/**
 * For each place of the table (places.ts, in their order) the commands that reach a row there: s select and count, i insert, u update, d
 * delete, - none. One entry alone is meant for all places. Who is not named is `everybody`, but for the service key, which
 * may all.
 */
export type Expectation = { everybody: string } & Partial<Record<PersonName, string>>;

const AGENTS = (commands: string) => ({ agent: commands, "account admin": commands });
const DISPATCH = (commands: string) => ({ operator: commands, "dispatch admin": commands });
/** Those who have no login, or none any more, have no row of their own. */
const STRANGERS = (commands: string) => ({ visitor: commands, "logged-out attendant": commands });

export const EXPECTED: Record<MatrixTable, Record<SecurityProfile, Expectation>> = {
  // standard site, which nobody edits or removes · another site
  main_page_sites: {
    specified: { everybody: "si siud" },
    hardened: { everybody: "s s", "main admin": "si siud" },
  },
  contact_messages: {
    specified: { everybody: "siud" },
    hardened: { everybody: "i", "main admin": "siud" },
  },
  // own site · other site · no site · standard site · removed site
  parkings: {
    specified: { everybody: "sid sid sid sid sd" },
    hardened: {
      everybody: "i i i i -",
      attendant: "sid i i i -",
      "attendant without a site": "i i sid i -",
      admin: "si i i i -",
      "protected admin": "si si si si -",
    },
  },
  // own site · other site · no site
  parking_deletion_logs: {
    specified: { everybody: "si" },
    hardened: {
      everybody: "-",
      attendant: "i - -",
      "attendant without a site": "- - i",
      admin: "s - -",
      "protected admin": "s s s",
    },
  },
  // dispatch · taxi · own site · other site · themselves; accounts are made and removed by the function create-admin-user
  project_attendants: {
    specified: { everybody: "sid" },
    hardened: {
      everybody: "- - - - s",
      visitor: "-",
      // Their own row until the token runs out: who is removed hears that it is gone.
      "logged-out attendant": "- - - - s",
      admin: "- - s - s",
      "protected admin": "s s s s s",
      "dispatch admin": "s - - - s",
      "taxi admin": "- s - - s",
    },
  },
  // own site · other site · no site · themselves
  attendants: {
    specified: { everybody: "sid" },
    hardened: {
      everybody: "- - - s",
      visitor: "-",
      // As above: their own row until the token runs out.
      "logged-out attendant": "- - - s",
      admin: "s - - s",
      "protected admin": "s s s s",
    },
  },
  // own site · other site · no site · dispatch
  attendant_deletion_logs: {
    specified: { everybody: "si" },
    hardened: {
      everybody: "-",
      admin: "si - - -",
      "protected admin": "si si si si",
      "dispatch admin": "- - - si",
    },
  },
  // own site · other site · no site · themselves; no admin is without a site
  admin_accounts: {
    specified: { everybody: "sid" },
    hardened: {
      everybody: "- - - s",
      ...STRANGERS("-"),
      admin: "s - - s",
      "protected admin": "s s - s",
    },
  },
  // own shift · colleague's · other site's, of the same ID · no site's, of the same ID
  shift_registrations: {
    specified: { everybody: "siu" },
    hardened: {
      everybody: "-",
      attendant: "si - - -",
      "attendant without a site": "- - - si",
      admin: "su su - -",
      "protected admin": "su su su su",
    },
  },
  // own site's page · other site's page · page of no site · operator's
  web_activity_logs: {
    specified: { everybody: "si" },
    hardened: {
      everybody: "-",
      "main admin": "- - i -",
      admin: "si - i -",
      "protected admin": "si si i s",
      attendant: "i - i -",
      "attendant without a site": "- - i -",
      operator: "- - i i",
      // What operators and dispatch admins did; those who ask wrote the first three.
      "dispatch admin": "s s si s",
      chauffeur: "- - i -",
      "taxi admin": "- - i -",
      "ambulance admin": "- - i -",
      "ambulance employee": "- - i -",
    },
  },
  // own · other's
  profiles: {
    specified: { everybody: "sd" },
    hardened: { everybody: "s -", ...STRANGERS("-"), "main admin": "s s", "account admin": "s s" },
  },
  // own · other's
  user_roles: {
    specified: { everybody: "sd" },
    hardened: { everybody: "s -", ...STRANGERS("-"), "account admin": "s s" },
  },
  user_passwords: {
    specified: { everybody: "s" },
    hardened: { everybody: "-", "main admin": "s" },
  },
  admin_user_credentials: {
    specified: { everybody: "sd" },
    hardened: { everybody: "-", "account admin": "s" },
  },
  // own car · colleague's car · other project's car
  vehicle_registrations: {
    specified: { everybody: "sid" },
    hardened: { everybody: "-", chauffeur: "sid s -", "taxi admin": "sd sd -" },
  },
  units: {
    specified: { everybody: "siud" },
    hardened: { everybody: "-", ...DISPATCH("siud") },
  },
  teamspeak_units: {
    specified: { everybody: "s" },
    hardened: { everybody: "-", ...DISPATCH("s") },
  },
  // for sale · not for sale
  properties: {
    specified: { everybody: "s", ...AGENTS("siud") },
    hardened: { everybody: "s -", ...AGENTS("siud") },
  },
  // open list · hidden list
  property_bids: {
    specified: { everybody: "si", ...AGENTS("siu") },
    hardened: { everybody: "si i", ...AGENTS("siu") },
  },
  // own · other's
  ase_employees: {
    specified: { everybody: "siud" },
    hardened: { everybody: "s -", visitor: "-", "ambulance admin": "s s" },
  },
  // own site · other site · no site; triggers write it, and nobody else
  audit_trail: {
    specified: { everybody: "s", service: "s" },
    hardened: { everybody: "-", "main admin": "s", admin: "s - -", "protected admin": "s s -", service: "s" },
  },
  // own · other's; every account is somebody once
  staff_accounts: {
    specified: { everybody: "-" },
    hardened: { everybody: "s -", ...STRANGERS("-") },
  },
};
