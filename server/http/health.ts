// Tells whether the database answers.
import type { Handler } from "hono";
import type postgres from "postgres";

const LONGEST_WAIT_MS = 2000;

/** Makes the handler of /healthz: 200 when the database answers within two seconds, else 503. */
export function answerHealth(sql: postgres.Sql): Handler {
  return async (context) => {
    const isReachable = await isAnswering(sql);
    context.header("Cache-Control", "no-store");
    return context.json({ database: isReachable ? "ok" : "unavailable" }, isReachable ? 200 : 503);
  };
}

/** Whether the database answers within two seconds. */
export async function isAnswering(sql: postgres.Sql): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), LONGEST_WAIT_MS);
  });
  const answered = sql`select 1`.then(
    () => true,
    () => false,
  );
  const result = await Promise.race([answered, tooLate]);
  clearTimeout(timer);
  return result;
}
