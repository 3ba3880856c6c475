import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";

/**
 * The fixed credentials that the specification asks for and decisions §1 writes down. Document 1 §6 and document 2 §6 keep this weakness on
 * purpose: credentials in the client, compared in the browser. Only the profile `specified` loads this file, and that profile listens on
 * loopback alone.
 */
export const MAIN_ADMIN = { id: "huvudadmin", password: "Huvud-7410" } as const;

/** The protected admin account of every customer site (document 1 §6). */
export const PROTECTED_ADMIN = { id: PROTECTED_ADMIN_ID, password: "Standard-7410" } as const;

/** The salt suffix of SHA-256 hashed attendant passwords (document 1 §6). */
export const ATTENDANT_SALT_SUFFIX = ":parkeringsvakt";

/** The ID that opens the chauffeurs' administration without a password (document 2 §6). */
export const TAXI_ADMIN_ID = "TAXIADMIN";

/** The administrator of the dispatch project (document 2 §6). */
export const DISPATCH_ADMIN = { id: "ledning", password: "Ledning-7410" } as const;

/** The admin of the ambulance service (document 2 §6). */
export const ASE_ADMIN = { id: "aseadmin", password: "Ambulans-7410" } as const;
