/** Sends a call for data as the acting person, and returns its data. */
import type { Acting } from "./acting.ts";
import type { Client } from "./client.ts";
import { DataError } from "./data-error.ts";
import { type Answer, type DataOf, unwrap } from "./unwrap.ts";

type Call<A extends Answer> = (client: Client) => PromiseLike<A>;

/** Sends a call and gives its data. @throws DataError */
export const ask = async <A extends Answer>(acting: Acting, call: Call<A>): Promise<DataOf<A>> =>
  unwrap(await call(await acting.client()));

/** The number of rows that a call with `{ count: "exact" }` finds. @throws DataError */
export async function askCount<A extends Answer & { count: number | null }>(
  acting: Acting,
  call: Call<A>,
): Promise<number> {
  const answer = await call(await acting.client());
  unwrap(answer);
  return answer.count ?? 0;
}

/**
 * Sends a change of a single row, and asks the row back, because a change of no row is no error. @throws DataError `gone` with these words
 * when it changed no row.
 */
export async function reachOne<A extends Answer & { data: unknown[] | null }>(
  acting: Acting,
  gone: string,
  call: Call<A>,
): Promise<void> {
  const rows: unknown = await ask(acting, call);
  if (Array.isArray(rows) && rows.length === 0) throw new DataError("gone", gone);
}
