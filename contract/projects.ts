/** Project ids and paths with a meaning of their own (document 1 §9, decisions §1). */
export const DISPATCH_PROJECT = "721075";
export const TAXI_PROJECT = "157715";
export const AMBULANCE_PATH = "ASE";
export const REAL_ESTATE_PATH = "YSTAD";

const OTHER_PRODUCTS = [DISPATCH_PROJECT, TAXI_PROJECT, AMBULANCE_PATH, REAL_ESTATE_PATH].map((code) =>
  code.toLowerCase(),
);

/** Whether a code belongs to another product than parking, in any case of its letters. */
export const isOtherProduct = (code: string): boolean => OTHER_PRODUCTS.includes(code.toLowerCase());

/** The standard site: always listed, never editable, with a path that no other site may have (document 1 §6, decisions §1). */
export const STANDARD_SITE = { name: "Standardparkeringen", path: "standard" } as const;

/** ID of the protected admin account: in every site's list of admins, never removed (document 1 §6, decisions §1). */
export const PROTECTED_ADMIN_ID = "standardadmin";

/**
 * The code of the company above its sites: its handlers log in there, and its bank files are read there. No site has it.
 */
export const COMPANY_CODE = "company";

/** The super admin's own address, whose credential is never removed (document 2 §6, decisions §1). */
export const SUPER_ADMIN_EMAIL = "superadmin@parkering.example";

/**
 * First parts of the addresses of the product, of its server and of coming screens: no site has such a code, in any case of its letters.
 * The database refuses the same (private.is_reserved_code).
 */
export const RESERVED_CODES: readonly string[] = [
  "account",
  "admin-accounts",
  "admin-dashboard",
  "admin-login",
  "assets",
  "attendant-dashboard",
  "attendant-login",
  "audit-trail",
  "auth",
  "brokers",
  "case",
  "company",
  "contact-messages",
  "create-report",
  "design",
  "functions",
  "generate-ticket",
  "guest-dashboard",
  "healthz",
  "invite",
  "login",
  "metrics",
  "operator-login",
  "people",
  "privacy",
  "properties",
  "property-management",
  "realtime",
  "readyz",
  "receipt",
  "rest",
  "shift-registration",
  "start-parking",
  "storage",
  "super-admin-dashboard",
];
