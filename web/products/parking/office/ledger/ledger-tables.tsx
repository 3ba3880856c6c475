import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { ledgerTexts as texts } from "./ledger-texts.ts";
import { type AccountSum, accountSums, amountOf, kindSums, type Verification } from "./rules/verifications.ts";
import { verificationNumber } from "./rules/verification-number.ts";

type TableProps = { verifications: readonly Verification[] };

/** The amount of each kind. */
export function KindsTable({ verifications }: TableProps) {
  return (
    <Table label={texts.kindsTitle} columns={[texts.kind, texts.amount]}>
      {kindSums(verifications).map(({ kind, payee, ore }) => (
        <Row key={`${kind} ${payee}`} name={texts.withPayee(kind, payee)} values={[formatOre(ore)]} />
      ))}
    </Table>
  );
}

/** Debit and credit of each account of verifications; the sums are equal. */
export function AccountsTable({ verifications }: TableProps) {
  return <SumsTable label={texts.accountsTitle} sums={accountSums(verifications)} />;
}

/** Debit and credit of each account; the sums are equal. */
export function SumsTable({ label, sums }: { label: string; sums: readonly AccountSum[] }) {
  const total = (side: "debit" | "credit") => formatOre(sums.reduce((sum, each) => sum + each[side], 0));
  return (
    <Table
      label={label}
      columns={[texts.account, texts.debit, texts.credit]}
      foot={<Row name={texts.sum} values={[total("debit"), total("credit")]} />}
    >
      {sums.map(({ number, account, debit, credit }) => (
        <Row
          key={`${number} ${account}`}
          name={`${number} ${texts.accounts[account]}`}
          values={[formatOre(debit), formatOre(credit)]}
        />
      ))}
    </Table>
  );
}

/** Each verification with its day, and its number, which leads to its rows. */
export function DaysTable({ verifications, project }: TableProps & { project: string }) {
  return (
    <Table label={texts.daysTitle} columns={[texts.day, texts.kind, texts.amount]}>
      {verifications.map((verification) => {
        const { date, day, isLate, kind } = verification;
        const number = verificationNumber(verification);
        return (
          <tr key={`${date} ${day} ${kind}`} className="border-b border-line">
            <th scope="row" className="py-2 pr-2 font-normal whitespace-nowrap tabular-nums">
              {date}
              <Link to={paths.ledgerRows(project, number)} className="flex min-h-11 items-center underline">
                {number}
              </Link>
            </th>
            <td className="px-1 py-2">
              {texts.kinds[kind]}
              {isLate && <span className="block text-ink-soft">{texts.late(day)}</span>}
            </td>
            <td className="px-1 py-2 text-right whitespace-nowrap tabular-nums">{formatOre(amountOf(verification))}</td>
          </tr>
        );
      })}
    </Table>
  );
}

type FrameProps = { label: string; columns: readonly string[]; foot?: ReactNode; children: ReactNode };

function Table({ label, columns: [head, ...columns], foot, children }: FrameProps) {
  return (
    // A box that scrolls must be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section tabIndex={0} aria-label={label} className="max-h-[70vh] min-w-0 overflow-auto">
      <table aria-label={label} className="w-full text-left text-sm sm:text-base">
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="sticky top-0 bg-surface py-2 pr-2">
              {head}
            </th>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className={`sticky top-0 bg-surface px-1 py-2 ${name === texts.kind ? "" : "text-right"}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot !== undefined && <tfoot className="font-bold">{foot}</tfoot>}
      </table>
    </section>
  );
}

function Row({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-2 pr-2 [font-weight:inherit]">
        {name}
      </th>
      {values.map((value, at) => (
        // The columns of a row never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={at} className="px-1 py-2 text-right whitespace-nowrap tabular-nums">
          {value}
        </td>
      ))}
    </tr>
  );
}
