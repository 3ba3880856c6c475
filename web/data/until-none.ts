/** Options of a query for the data behind a secret key: it is fetched again until there is none. */

type Query = { state: { data: unknown } };

/**
 * Options of a query that answers null for an unknown key. Such a key is not asked for again, because that would count as guessing
 * (document 4 §4).
 */
export const untilNone = (everyMs: number) => ({
  refetchInterval: ({ state }: Query) => (state.data === null ? (false as const) : everyMs),
  refetchOnWindowFocus: ({ state }: Query) => state.data !== null,
});
