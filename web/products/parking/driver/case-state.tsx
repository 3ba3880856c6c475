import type { ReactNode } from "react";
import type { DriverCase } from "#data/fines/look-up.ts";
import { formatOre } from "#shared/format/money.ts";
import { Card } from "#shared/ui/card.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import { longDay } from "#parking/kernel/case/in-words.ts";
import { CopyButton } from "./copy-button.tsx";
import { isPayable } from "./rules/is-payable.ts";

type CaseStateProps = { found: DriverCase; today: string; children: ReactNode };

/** The head of a case: its state in words, the amount and its day, the reference, and the buttons (`children`). */
export function CaseState({ found, today, children }: CaseStateProps) {
  const { status: words, facts, pay } = useDriverTexts();
  const lang = useLanguage();
  const reference = isPayable(found) ? pay.reference : facts.caseNumber;
  return (
    <Card>
      <Plate value={found.plate} />
      <p className="mt-4 text-xl font-bold">{words.words[found.status]}</p>
      {found.objection !== null && (
        <p className="mt-1">{found.objection === "open" ? words.objectionOpen : words.objectionDecided}</p>
      )}
      {found.left_ore < 0 && <p className="mt-1">{words.tooMuch(formatOre(-found.left_ore))}</p>}
      {isPayable(found) && (
        <p className="mt-4">
          <span className="block text-ink-soft">{words.toPay}</span>
          <span className="block text-4xl font-extrabold tabular-nums">{formatOre(found.left_ore)}</span>
          <time dateTime={found.due_date} className="mt-1 block text-lg font-semibold">
            {(found.due_date < today ? words.wasDue : words.due)(longDay(found.due_date, lang))}
          </time>
        </p>
      )}
      <div className="mt-4">
        <p className="text-sm text-ink-soft">{reference}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="text-lg font-semibold tabular-nums">{found.case_number}</p>
          <CopyButton name={reference} value={found.case_number} />
        </div>
      </div>
      <div className="mt-5 flex max-w-xl flex-wrap gap-3 empty:hidden">{children}</div>
    </Card>
  );
}
