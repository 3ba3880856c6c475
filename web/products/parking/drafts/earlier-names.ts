/** What an earlier version of a form kept, under the names that its fields have now: `names` leads from each earlier name to today's. */
export const withEarlierNames = (kept: object, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(kept).map(([name, value]) => [names[name] ?? name, value]));
