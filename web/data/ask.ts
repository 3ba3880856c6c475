/** One call for data: as the acting person, and with its answer unwrapped. */
import { type Client, getClient } from "./client.ts";
import { DataError } from "./data-error.ts";
import { type Answer, type DataOf, unwrap } from "./unwrap.ts";

type Call<A extends Answer> = (client: Client) => PromiseLike<A>;

/** Sends a call and gives its data. @throws DataError */
export const ask = async <A extends Answer>(call: Call<A>): Promise<DataOf<A>> => unwrap(await call(await getClient()));

/** How many rows a call that counts them finds (`{ count: "exact" }`). @throws DataError */
export async function askCount<A extends Answer & { count: number | null }>(call: Call<A>): Promise<number> {
  const answer = await call(await getClient());
  unwrap(answer);
  return answer.count ?? 0;
}

/** Sends a call about one row that asks the row back, since a change that reached none is no error. @throws DataError `gone` with these words where it reached no row. */
export async function reachOne<A extends Answer & { data: unknown[] | null }>(
  gone: string,
  call: Call<A>,
): Promise<void> {
  const rows: unknown = await ask(call);
  if (Array.isArray(rows) && rows.length === 0) throw new DataError("gone", gone);
}
