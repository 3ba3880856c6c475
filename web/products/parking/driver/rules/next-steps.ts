import type { DriverCase } from "#data/fines/look-up.ts";
import { addDays } from "#shared/format/dates.ts";
import type { DriverTexts } from "#parking/kernel/case/driver-texts.ts";

type Stands = Pick<
  DriverCase,
  "status" | "objection" | "left_ore" | "due_date" | "fee" | "reminder_wait_days" | "reminder_fee"
>;
type At = { today: string; hasReplyKey: boolean };
type Words = { texts: DriverTexts["next"]; day: (dateValue: string) => string; ore: (amount: number) => string };

/**
 * The next steps of a case and their days, a sentence each; past days are left out. `hasReplyKey`: the page was opened at the address of
 * the decision. `day` and `ore` format in the page's language.
 */
export function nextSteps(found: Stands, { today, hasReplyKey }: At, { texts, day, ore }: Words): string[] {
  const isPast = found.due_date < today;
  const pay =
    found.objection === "decided"
      ? [isPast ? texts.payOnlyNow : texts.payOnly(day(found.due_date)), texts.mayObjectAgain]
      : [isPast ? texts.payNow : texts.pay(day(found.due_date))];
  const fromDay = (days: number) => {
    const first = addDays(found.due_date, days);
    return day(first < today ? today : first);
  };
  switch (found.status) {
    case "issued":
      return [
        ...pay,
        // A reminder may come when the due date and the site's waiting days have passed: the database's `waited`.
        texts.mayRemind(fromDay(Math.max(1, found.reminder_wait_days))),
        ...(found.fee === 0 && found.reminder_fee > 0 ? [texts.reminderCosts(ore(found.reminder_fee * 100))] : []),
      ];
    case "reminded":
      return [...pay, texts.mayCollect(fromDay(1))];
    case "disputed":
      return [texts.waits, ...(hasReplyKey ? [texts.thenReads] : []), texts.thenPays];
    case "collection":
      return [texts.collector];
    case "paid":
      return [...owed(found, texts, ore), texts.mayObject];
    case "withdrawn":
    case "written_off":
      break;
  }
  return owed(found, texts, ore);
}

/** A settled case has no next step, unless money is owed to the driver; the page asks for the account above. */
const owed = ({ left_ore: left }: Stands, texts: DriverTexts["next"], ore: Words["ore"]): string[] =>
  left < 0 ? [texts.paysBack(ore(-left))] : [texts.nothing];
