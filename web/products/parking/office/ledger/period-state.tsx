import { Download, Lock } from "lucide-react";
import { type Closing, useCloseMonth } from "#data/ledger_months/mutations.ts";
import type { SiteLedger } from "#data/ledger_months/queries.ts";
import type { Period } from "#data/site_overview/queries.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { ledgerTexts as texts } from "./ledger-texts.ts";
import { openBefore } from "./rules/periods.ts";
import { useLedgerExport } from "./use-ledger-export.ts";

const useClose = defineAction({
  mutation: useCloseMonth,
  ask: ({ month }: Closing) => ({
    title: texts.close.ask(month),
    description: texts.close.text,
    confirmText: texts.close.button,
    danger: true,
  }),
  done: (_closed, { month }) => texts.close.done(month),
  failed: (error) =>
    isCaseRefusal(error) ? { text: texts.close.failed, description: error.message } : texts.close.failed,
});

type StateProps = { ledger: SiteLedger; period: Period & { isYear: boolean }; project: string };

/** Whether a period is closed, and since when; its files, and the button that closes a month that is over. */
export function PeriodState({ ledger, period, project }: StateProps) {
  const close = useClose({ focus: mainIfFocusLost });
  const saving = useLedgerExport();
  const { first, last, isYear } = period;
  const isClosed = ledger.closed_until !== null && first <= ledger.closed_until;
  const save = (file: "sie" | "csv") => void saving.run({ ledger, project, period: { first, last }, file });
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-2 font-semibold">
        {isClosed && !isYear && <Lock aria-hidden="true" className="size-5 shrink-0" />}
        {stateInWords(ledger, period)}
      </p>
      <div className="flex flex-wrap gap-3">
        {(["sie", "csv"] as const).map((file) => (
          <Button key={file} pending={saving.isPending(file)} onClick={() => save(file)}>
            <Download aria-hidden="true" />
            {texts.export[file]}
          </Button>
        ))}
        {!isYear && !isClosed && last < ledger.today && (
          <Button
            pending={close.isPending()}
            onClick={() => void close.run({ project, month: first, before: openBefore(ledger, first) })}
          >
            <Lock aria-hidden="true" />
            {texts.close.button}
          </Button>
        )}
      </div>
    </div>
  );
}

function stateInWords(
  { closed, closed_until: until }: SiteLedger,
  { first, last, isYear }: StateProps["period"],
): string {
  if (isYear)
    return texts.yearOf(monthsUpTo(first, until === null || until < first ? "" : until < last ? until : last));
  if (until === null || first > until) return texts.open;
  const [month] = closed;
  return month === undefined ? texts.closed : texts.closedBy(formatDateTime(month.at), month.by_id);
}

/** The number of months from the month of `first` to the month of `last`; 0 without `last`. */
const monthsUpTo = (first: string, last: string) => (last === "" ? 0 : numberOf(last) - numberOf(first) + 1);
const numberOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
