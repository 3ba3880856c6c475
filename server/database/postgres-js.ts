// Bridges between `pg` and what still runs on postgres.js, both ways: this file goes with the last of its callers.
import type { QueryResult, QueryResultRow } from "pg";
import type { Sql, TransactionSql } from "postgres";
import sql, { raw } from "sql-template-tag";
import type { Database } from "./connect.ts";

/** A postgres.js connection or transaction as what runs statements. */
export const fromPostgresJs = (connection: Sql | TransactionSql): Database => ({
  query: async <Row extends QueryResultRow>(statement: { text: string; values: unknown[] }) => {
    const rows = await connection.unsafe(statement.text, statement.values as never[]);
    return { rows: [...rows], rowCount: rows.count } as unknown as QueryResult<Row>;
  },
});

/** What runs statements as a postgres.js transaction: as much of one as the callers use. */
export const toPostgresJs = (database: Database): TransactionSql =>
  Object.assign(
    async (strings: readonly string[], ...values: unknown[]) => (await database.query(sql(strings, ...values))).rows,
    {
      json: (value: unknown) => JSON.stringify(value),
      unsafe: async (text: string) => (await database.query(raw(text))).rows,
    },
  ) as unknown as TransactionSql;
