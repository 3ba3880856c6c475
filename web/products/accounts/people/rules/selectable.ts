/** Whom an admin marks in the list of people, to deactivate many at once (document 5 §8). */
import type { ListedPerson } from "#data/people/queries.ts";

/** Whether somebody can be deactivated: not oneself, nobody who is protected, and nobody twice. */
export const isSelectable = ({ is_protected: isProtected, is_self: isSelf, state }: ListedPerson): boolean =>
  !isProtected && !isSelf && state !== "deactivated";

/** The people of a list who are marked together: the first ones who can be deactivated, and whether that is all of them. */
export function selectableOf(people: readonly ListedPerson[], hasMore: boolean, most: number) {
  const all = people.filter(isSelectable);
  return { together: all.slice(0, most), isAll: !hasMore && all.length <= most };
}

/** The marked people after others were marked together with them, as many as go at once; nobody is marked twice. */
export const markedWith = (
  marked: readonly ListedPerson[],
  together: readonly ListedPerson[],
  most: number,
): readonly ListedPerson[] =>
  [...marked, ...together.filter(({ id }) => !marked.some((one) => one.id === id))].slice(0, most);
