// The rules that a product hands to the storage service.
import type { Sql } from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import type { Target } from "./caller.ts";

/** A bucket, and the query for every `path` that a row names. */
export type NamedFiles = { bucket: string; paths: Sql };

export type FileRules = {
  /** The site whose room an account's file takes, as SQL of one text; '' for no site. `s` is the row of private.settings. */
  siteOf: (target: Target, account: string | null) => Sql;
  /** Buckets whose files are removed a day after they came unless a row names them, each with the query for every `path` that a row names. */
  named: readonly NamedFiles[];
  /** Notes a stored file in the product's own tables, as the database's owner and before the commit. */
  noteStored: (database: Database, target: Target, bytes: Uint8Array) => Promise<void>;
};
