// The rules that a product hands to the sign-in service.
import type { Database } from "#server/database/driver/connect.ts";

export type AccountRules = {
  /** Whether the server alone gives such addresses, in any spelling. */
  isReserved: (email: string) => boolean;
  /** Whether the address is that of an account which nobody may make by signing up. */
  isProtected: (email: string) => boolean;
  /** Logins that end a number of hours after they began: those of accounts whose addresses match this PostgreSQL pattern. */
  shortLogins: { addresses: string; hours: number };
  /** Whether a password is the ID of the account with this address. */
  isOwnId: (password: string, email: string) => boolean;
  /** Reads names from the database that a guess would begin with. */
  readNames: (database: Database) => Promise<string[]>;
  /** Words of easy passwords, the most likely first. */
  words: readonly string[];
};
