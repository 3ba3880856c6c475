// Transactions of the sign-in service, with who acts in them: the trail (public.audit_trail) asks the same settings as of a table call.
import type { Context } from "hono";
import sql from "sql-template-tag";
import { type Database, type DatabasePool, inTransaction } from "#server/database/connect.ts";
import { readActing } from "#server/http/acting.ts";

/** Whoever has an account, somebody who makes one, or the secret key, whose headers say for whom. */
export type Actor = { account: string } | "visitor" | Context;

/** Runs `work` in a transaction in which the trail knows the actor. */
export function inNameOf<T>(pool: DatabasePool, actor: Actor, work: (database: Database) => Promise<T>): Promise<T> {
  return inTransaction(pool, async (database) => {
    const { claims, headers } = settingsOf(actor);
    await database.query(sql`
      select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('request.headers', ${headers ?? ""}, true)`);
    return work(database);
  });
}

function settingsOf(actor: Actor): { claims: object; headers: string | null } {
  if (actor === "visitor") return { claims: { role: "anon" }, headers: null };
  if ("account" in actor) return { claims: { role: "authenticated", sub: actor.account }, headers: null };
  // What only screens of `specified` say is read by the database there alone.
  const headers = readActing((name) => actor.req.header(name), "service_role", "specified");
  return { claims: { role: "service_role" }, headers };
}
