// Asks the database as a role of the table API, with the claims of a signed-in account.
import type { Sql, TransactionSql } from "postgres";

/** The caller: the public key alone, or an account. */
export type Caller = { role: "anon" | "authenticated" | "service_role"; accountId?: string };

/** Runs `work` under the caller's role and claims, and rolls back. Throws PostgreSQL's error. */
export async function as<T>(sql: Sql, caller: Caller, work: (transaction: TransactionSql) => Promise<T>): Promise<T> {
  const undo = new Error("undo");
  let result: T | undefined;
  try {
    await sql.begin(async (transaction) => {
      const claims = JSON.stringify({ sub: caller.accountId, role: caller.role });
      await transaction`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${caller.role}, true)`;
      result = await work(transaction);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return result as T;
}

/** The result of a command: the number of rows it reached, or `refused`. Other errors are thrown. */
export async function reach(
  sql: Sql,
  caller: Caller,
  work: (transaction: TransactionSql) => Promise<unknown>,
): Promise<number | "refused"> {
  try {
    return await as(sql, caller, async (transaction) => ((await work(transaction)) as { count: number }).count);
  } catch (error) {
    if ((error as { code?: string }).code === "42501") return "refused";
    throw error;
  }
}
