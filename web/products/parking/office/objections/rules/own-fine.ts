import type { WholeCase } from "#data/fines/queries.ts";

/** Whether a person issued the fine, or sent it for another attendant: that person does not decide an objection to it (document 4 §4). */
export const isOwnFine = (
  {
    issued_by,
    events,
  }: { issued_by: string; events: readonly Pick<WholeCase["events"][number], "number" | "by_id">[] },
  id: string,
): boolean => [issued_by, events.find(({ number }) => number === 1)?.by_id].some((by) => isSame(by ?? "", id));

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
