import { clsx } from "clsx";
import { Link } from "react-router";
import type { OwedCase } from "#data/refunds/queries.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { Cell } from "#parking/kernel/page/facts.tsx";
import { FROM_CASES } from "../case/use-way-to-cases.ts";
import { MarkBox } from "../shell/marks/mark-box.tsx";
import { TableHead } from "../shell/table-head.tsx";
import { refundTexts as texts } from "./refund-texts.ts";
import { isStrangeName, type RefundState, refundStateOf } from "./rules/refund-state.ts";

/** The columns of the table. Each row and the head are a grid of their own, so none depends on its content. */
const COLUMNS = "gap-x-3 px-3 @4xl:grid-cols-[1.25rem_7.25rem_5.5rem_6rem_minmax(0,1.4fr)_minmax(0,1fr)_12rem]";

const TONES = {
  none: "neutral",
  left: "brand",
  changed: "danger",
  waiting: "warning",
  ready: "success",
} as const satisfies Record<RefundState, string>;

/** The names of the columns, for eyes; rows say them by themselves to screen readers. */
export function RefundsHead() {
  const { columns } = texts;
  return (
    <TableHead aria-hidden="true" className={clsx("@4xl:grid", COLUMNS)}>
      <span />
      <span className="col-span-2">{columns.case}</span>
      <span className="text-right">{columns.amount}</span>
      <span>{columns.payee}</span>
      <span>{columns.payer}</span>
      <span>{columns.state}</span>
    </TableHead>
  );
}

type RowProps = { owed: OwedCase; project: string; isMarked: boolean; onMark: (isRange: boolean) => void };

/** A case with money that is owed to its driver: the payee, the payers, and the state of the refund. */
export function RefundRow({ owed, project, isMarked, onMark }: RowProps) {
  const { refund, case_number: number } = owed;
  const state = refundStateOf(owed);
  return (
    <li
      className={clsx(
        "flex flex-wrap items-start gap-y-1 border-x border-b border-line py-2 @4xl:grid",
        isMarked ? "bg-brand-soft" : "bg-surface",
        COLUMNS,
      )}
    >
      {refund === null ? (
        <span className="hidden @4xl:block" />
      ) : (
        <MarkBox name={texts.mark(number)} isMarked={isMarked} onMark={onMark} />
      )}
      <Plate value={owed.plate} size="small" />
      <Link to={paths.cases(project, number)} state={FROM_CASES} className="font-bold tabular-nums underline">
        {number}
      </Link>
      <dl className="ml-auto @4xl:ml-0 @4xl:text-right">
        <Cell name={texts.columns.amount} className="font-bold whitespace-nowrap tabular-nums">
          {formatOre(owed.owed_ore)}
        </Cell>
      </dl>
      <dl className="min-w-0 text-sm w-full">
        <Cell name={texts.columns.payee}>
          <Payee owed={owed} />
        </Cell>
      </dl>
      <dl className="min-w-0 text-sm text-ink-soft w-full">
        <Cell name={texts.columns.payer}>
          <span className="wrap-anywhere">
            {formatOptional([...owed.payers, ...(owed.recipient === null ? [] : [owed.recipient])].join(" · "))}
          </span>
        </Cell>
      </dl>
      <dl className="text-sm w-full">
        <Cell name={texts.columns.state}>
          <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
          {refund !== null && refund.proposed_by !== null && (
            <span className="mt-0.5 block text-ink-soft">
              {[
                texts.proposedBy(refund.proposed_by),
                ...(refund.approved_by === null ? [] : [texts.approvedBy(refund.approved_by)]),
              ].join(", ")}
            </span>
          )}
        </Cell>
      </dl>
    </li>
  );
}

/** The account that the driver left, with a note when its name differs from the payers'. */
function Payee({ owed }: { owed: OwedCase }) {
  const { refund } = owed;
  if (refund === null) return <span className="text-ink-soft">{texts.noAccount}</span>;
  const { kind, bank, clearing, account } = refund;
  return (
    <>
      <span className="block font-semibold wrap-anywhere">{refund.payee_name}</span>
      <span className="block tabular-nums">
        {kind === "swish" ? texts.swish(account) : texts.account(bank, clearing, account)}
      </span>
      <span className="block text-ink-soft">{texts.leftAt(formatDateTime(refund.left_at))}</span>
      {refund.is_replaced && <span className="block font-medium text-danger">{texts.replaced}</span>}
      {isStrangeName(owed) && <span className="block font-medium text-danger">{texts.strange}</span>}
    </>
  );
}
