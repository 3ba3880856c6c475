import type { CallFields } from "#data/calls/mutations.ts";

/** The values of a call's form. */
export const typedCall = ({ place, nature, priority, caller }: CallFields) => ({
  place,
  nature,
  priority: String(priority),
  caller,
});

/** The fields that differ from what the screen showed, and their values there, as `change_call` expects them. */
export function changesOf(shown: CallFields, typed: CallFields) {
  const fields = (Object.keys(typed) as (keyof CallFields)[]).filter((field) => typed[field] !== shown[field]);
  const pick = (of: CallFields): Partial<CallFields> => Object.fromEntries(fields.map((field) => [field, of[field]]));
  return { expected: pick(shown), changes: pick(typed) };
}
