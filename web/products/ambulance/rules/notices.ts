/** Notices and their receipts. Pure functions. */
import type { AseEmployee } from "#data/ase_employees/queries.ts";
import type { Notice, NoticeReceipt } from "#data/notices/queries.ts";

/** A notice as an employee has it. */
export type OwnNotice = Notice & { seenAt: string | null; acknowledgedAt: string | null };

/** An employee's notices: those to acknowledge first, then the newest. */
export function ownNotices(notices: readonly Notice[], receipts: readonly NoticeReceipt[]): OwnNotice[] {
  const of = new Map(receipts.map((receipt) => [receipt.notice_id, receipt]));
  const own = notices.map((notice) => {
    const receipt = of.get(notice.id);
    return { ...notice, seenAt: receipt?.seen_at ?? null, acknowledgedAt: receipt?.acknowledged_at ?? null };
  });
  return [...own.filter(isWaiting), ...own.filter((notice) => !isWaiting(notice))];
}

/** Whether the employee has to acknowledge the notice still. */
export const isWaiting = ({ must_acknowledge: must, acknowledgedAt }: OwnNotice): boolean =>
  must && acknowledgedAt === null;

/** Who has done what a notice asks of the employees of today, and who has not: acknowledged it, or seen it. */
export function standOf({ must_acknowledge: must }: Notice, receipts: readonly NoticeReceipt[], staff: AseEmployee[]) {
  const done = new Set(receipts.filter((each) => !must || each.acknowledged_at !== null).map((each) => each.person_id));
  const missing = staff.filter(({ id }) => !done.has(id));
  return { done: staff.length - missing.length, missing };
}
