import { Link } from "react-router";
import type { LedgerRow } from "#data/ledger_months/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { ledgerTexts } from "./ledger-texts.ts";
import { vatOf } from "./rules/row-cells.ts";
import { verificationNumber } from "./rules/verification-number.ts";
import { bookedOn } from "./rules/verifications.ts";

const texts = ledgerTexts.rows;

/** A row of the books: its case and verification, its event, who booked it and when, and its lines. */
export function LedgerEntry({ row, project }: { row: LedgerRow; project: string }) {
  const { case_number: caseNumber, day, kind, payee, by_id: by, at, file_name: file } = row;
  const number = verificationNumber(row);
  return (
    <article
      aria-label={caseNumber === null ? texts.noCase : texts.case(caseNumber)}
      className="grid gap-x-6 gap-y-2 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-4">
          {caseNumber === null ? (
            <span className="font-bold">{by === null ? texts.noSource : texts.noCase}</span>
          ) : (
            <Link
              to={paths.cases(project, caseNumber)}
              className="inline-flex min-h-11 items-center font-bold tabular-nums underline"
            >
              {texts.case(caseNumber)}
            </Link>
          )}
          <Link
            to={paths.ledgerRows(project, number)}
            className="inline-flex min-h-11 items-center tabular-nums underline"
          >
            {number}
          </Link>
        </p>
        <p>{ledgerTexts.withPayee(kind, payee)}</p>
        <p className="text-sm text-ink-soft tabular-nums">
          {texts.booked(bookedOn(row).date, day)}
          {by !== null && at !== null && ` · ${texts.by(by, formatDateTime(at))}`}
          {file !== null && file !== "" && ` · ${file}`}
        </p>
      </div>
      <Lines row={row} />
    </article>
  );
}

/** The lines of a row, each with its account. */
function Lines({ row }: { row: LedgerRow }) {
  const vat = vatOf(row);
  return (
    <div className="min-w-0 self-center">
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            {[ledgerTexts.account, ledgerTexts.debit, ledgerTexts.credit].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row.lines.map(([account, accountNumber, ore]) => (
            <tr key={account}>
              <th scope="row" className="pr-2 text-left font-normal wrap-anywhere">
                {accountNumber} {ledgerTexts.accounts[account]}
              </th>
              <td className="w-16 text-right whitespace-nowrap sm:w-24 tabular-nums">{ore > 0 && formatOre(ore)}</td>
              <td className="w-16 text-right whitespace-nowrap sm:w-24 tabular-nums">{ore < 0 && formatOre(-ore)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {vat !== 0 && <p className="text-right text-sm text-ink-soft">{texts.ofWhichVat(formatOre(vat))}</p>}
    </div>
  );
}
