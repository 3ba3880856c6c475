/** Renames the fields of a draft from an earlier version. `names` maps each earlier name to today's. */
export const withEarlierNames = (kept: object, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(kept).map(([name, value]) => [names[name] ?? name, value]));
