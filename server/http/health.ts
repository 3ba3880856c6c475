// Tells whether the database answers.
import type { Handler } from "hono";
import sql from "sql-template-tag";
import type { Database } from "#server/database/connect.ts";

const LONGEST_WAIT_MS = 2000;

/** Makes the handler of /healthz: 200 when the database answers within two seconds, else 503. */
export function answerHealth(database: Database): Handler {
  return async (context) => {
    const isReachable = await isAnswering(database);
    context.header("Cache-Control", "no-store");
    return context.json({ database: isReachable ? "ok" : "unavailable" }, isReachable ? 200 : 503);
  };
}

/** Whether the database answers within two seconds. */
export async function isAnswering(database: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), LONGEST_WAIT_MS);
  });
  const answered = database.query(sql`select 1`).then(
    () => true,
    () => false,
  );
  const result = await Promise.race([answered, tooLate]);
  clearTimeout(timer);
  return result;
}
