/**
 * The accounts of a site's books, named by their contents and in the order of the form; the database has their numbers
 * (`private.ledger_accounts`).
 */
export const LEDGER_ACCOUNTS = [
  "claim",
  "bank",
  "plusgiro",
  "swish",
  "cash",
  "income",
  "income_vat",
  "vat",
  "fee",
  "unplaced",
  "other",
  "loss",
  "recovered",
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];
