type Reviewed = { id: string; status: string };

/** The next shift to review: the next waiting one, or else the first waiting one of the list; undefined when none is left. */
export function nextWaiting<Shift extends Reviewed>(shifts: readonly Shift[], id: string): Shift | undefined {
  const at = shifts.findIndex((shift) => shift.id === id);
  const others = [...shifts.slice(at + 1), ...shifts.slice(0, Math.max(at, 0))];
  return others.find(({ status }) => status === "pending");
}
