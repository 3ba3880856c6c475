// One question in place of many. Pages that anybody may open share the server's few connections with the server's own work. With a question
// of its own for each page, one address could hold up everybody's pages and /readyz.

/** Answers one question about many keys: the result holds what was found, by key. */
type AskAll<Found> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>;

/**
 * Makes a question about one key of a question about many. While a question is under way, keys gather for the next one: however many ask,
 * they hold one connection. Rejects as `askAll` does.
 */
export function askTogether<Found>(askAll: AskAll<Found>): (key: string) => Promise<Found | undefined> {
  let next: { keys: Set<string>; found: Promise<ReadonlyMap<string, Found>> } | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return async (key) => {
    if (next === null) {
      const keys = new Set<string>();
      const found = last.then(() => {
        next = null;
        return askAll([...keys]);
      });
      last = found.catch(() => undefined);
      next = { keys, found };
    }
    next.keys.add(key);
    return (await next.found).get(key);
  };
}
