/** Gives what an earlier version of a form kept the names that its fields have now. `names` has today's name for each earlier one. */
export const withEarlierNames = (kept: object, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(kept).map(([name, value]) => [names[name] ?? name, value]));
