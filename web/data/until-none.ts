/** What keeps what lies behind a secret key up, until there is nothing behind it. */

type Query = { state: { data: unknown } };

/** The rules of a query that answers null where there is none: asking for a wrong key again and again would count as guessing (document 4 §4). */
export const untilNone = (everyMs: number) => ({
  refetchInterval: ({ state }: Query) => (state.data === null ? (false as const) : everyMs),
  refetchOnWindowFocus: ({ state }: Query) => state.data !== null,
});
