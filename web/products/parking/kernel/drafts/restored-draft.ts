/** A form's first values and its values now; the difference is what the person would lose. */
export type KeptDraft<Draft extends object> = { first: Draft; values: Draft };

/** Texts and numbers are stored, photos are not. */
const isKept = ([, value]: [string, unknown]) => typeof value === "string" || typeof value === "number";

/** The part of a form that is stored. */
export const keptPart = (draft: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(draft).filter(isKept));

/** Whether anything was filled in. */
export function isTouched<Draft extends object>({ first, values }: KeptDraft<Draft>): boolean {
  const [before, now] = [keptPart(first), keptPart(values)];
  return Object.keys(before).some((name) => before[name] !== now[name]);
}

/**
 * The form's start: the stored draft `found`, or the `fresh` form. From an untouched draft only the `lasting` fields are taken, because its
 * dates and times are old. A damaged draft is ignored. `read` converts a draft of an earlier version.
 */
export function restoredDraft<Draft extends object>(
  fresh: Draft,
  found: unknown,
  lasting: readonly (keyof Draft & string)[],
  read: (kept: object) => object = (kept) => kept,
): KeptDraft<Draft> {
  const { first, values } = (typeof found === "object" && found !== null ? found : {}) as Partial<KeptDraft<object>>;
  const kept = {
    first: { ...fresh, ...known(fresh, first, read) },
    values: { ...fresh, ...known(fresh, values, read) },
  };
  if (isTouched(kept)) return kept;
  const start = { ...fresh, ...Object.fromEntries(lasting.map((name) => [name, kept.values[name]])) };
  return { first: start, values: start };
}

/** The fields of `found` that the form has, with the same type. */
function known(fresh: object, found: unknown, read: (kept: object) => object): object {
  if (typeof found !== "object" || found === null) return {};
  const types = new Map(Object.entries(fresh).map(([name, value]) => [name, typeof value]));
  return Object.fromEntries(
    Object.entries(read(found))
      .filter(isKept)
      .filter(([name, value]) => types.get(name) === typeof value),
  );
}

/** Renames the fields of a draft from an earlier version. `names` maps each earlier name to today's. */
export const withEarlierNames = (kept: object, names: Readonly<Record<string, string>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(kept).map(([name, value]) => [names[name] ?? name, value]));
