/** The marks after a press on `id`. The press changes the row's mark; with `from` all rows between the two get the same mark. */
export function withMark(marks: ReadonlySet<string>, order: readonly string[], id: string, from = id): Set<string> {
  const [first = 0, last = 0] = [order.indexOf(from), order.indexOf(id)].toSorted((a, b) => a - b);
  const pressed = first === -1 ? [id] : order.slice(first, last + 1);
  const next = new Set(marks);
  for (const each of pressed) {
    if (marks.has(id)) next.delete(each);
    else next.add(each);
  }
  return next;
}
