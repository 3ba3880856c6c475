import type { PhotoCategory } from "#contract/cases.ts";

/** The subjects that a fine needs, in the order in which the camera asks for them: the car, then the signs that rule its place. */
const WANTED = ["car", "sign"] as const satisfies readonly PhotoCategory[];

/** The first wanted subject that none of the taken photos has; null when all are taken. */
export const nextCategory = (taken: readonly (PhotoCategory | null)[]): (typeof WANTED)[number] | null =>
  WANTED.find((category) => !taken.includes(category)) ?? null;

/** The list without the first item that equals `one`. */
export const withoutOne = <Thing>(all: readonly Thing[], one: Thing): readonly Thing[] =>
  all.toSpliced(all.indexOf(one), 1);
