/** The states that rows may have; the database checks the same (document 1 §4, document 2 §4). */
export const SHIFT_STATUSES = ["pending", "approved", "rejected"] as const;
export const PROPERTY_STATUSES = ["available", "pending", "sold", "off_market"] as const;
export const UNIT_STATUSES = ["EXEMPT", "CIVILBIL", "Radiobil", "AVAILABLE", "BUSY", "OUT_OF_SERVICE"] as const;
export const OPERATIONAL_STATUSES = ["EXEMPT", "ACTIVE", "STANDBY", "MAINTENANCE"] as const;
export const ROLES = ["admin", "employee", "member", "customer"] as const;
export type Role = (typeof ROLES)[number];
export const ACCOUNT_TYPES = ["admin", "employee", "customer", "member"] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** The two security profiles (decisions §4). */
export const SECURITY_PROFILES = ["specified", "hardened"] as const;
export type SecurityProfile = (typeof SECURITY_PROFILES)[number];

/** Kinds of people. One browser can hold a login of each kind at the same time (decisions §3). */
export const SESSION_KINDS = [
  "main-admin",
  "admin",
  "attendant",
  "operator",
  "dispatch-admin",
  "chauffeur",
  "chauffeur-admin",
  "ase-admin",
  "ase-employee",
] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];
