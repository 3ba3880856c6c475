import { Link } from "react-router";
import { isCaseRefusal } from "#data/data-error.ts";
import type { PaymentFile } from "#data/payment_files/queries.ts";
import { useMovePayment } from "#data/payments/mutations.ts";
import { type FileRow, type PaymentStep, paymentQueries } from "#data/payments/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { caseTexts } from "../case/case-texts.ts";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { paymentTexts } from "./payment-texts.ts";

const texts = paymentTexts.files;

/** The height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 150;

const useMove = defineAction({
  mutation: useMovePayment,
  thing: ({ paymentId }) => paymentId,
  ask: ({ caseNumber }: { caseNumber: string } & Parameters<ReturnType<typeof useMovePayment>["mutate"]>[0]) => ({
    title: caseTexts.move.title,
    description: `${caseTexts.page.title(caseNumber)}. ${caseTexts.move.text}`,
    confirmText: caseTexts.move.button,
    danger: true,
  }),
  done: () => caseTexts.move.done,
  failed: (error) => (isCaseRefusal(error) ? error.message : caseTexts.move.failed),
});

type Props = { file: PaymentFile; name: string; project: string; onClose: () => void };

/** The rows of a booked file, each with the steps of its money, and a button to take it back from a wrong case. */
export function FileRowsDialog({ file, name, project, onClose }: Props) {
  const query = useInfiniteQuery({ ...paymentQueries.ofFile(file.id), select: ({ pages }) => pages.flat() });
  const move = useMove({ focus: mainIfFocusLost });
  const handleMove = (step: PaymentStep) =>
    void move.run({
      fineId: step.fine_id ?? "",
      caseNumber: step.case_number ?? "",
      paymentId: step.id,
      eventId: randomKey(),
    });
  return (
    <Dialog open onOpenChange={onClose} width="wide" title={texts.rowsTitle(name)} description={texts.rowsText}>
      <PagedList
        query={query}
        getKey={({ id }) => id}
        renderItem={(row) => (
          <Row
            row={row}
            project={project}
            movable={file.undone_at === null ? movableSteps(row) : []}
            isPending={move.isPending}
            onMove={handleMove}
          />
        )}
        label={texts.rowsLabel}
        failed={texts.rowsFailed}
        none={texts.rowsNone}
        estimateHeight={ROW_HEIGHT}
        gap={8}
        height="60vh"
      />
    </Dialog>
  );
}

type RowProps = {
  row: FileRow;
  project: string;
  movable: readonly PaymentStep[];
  isPending: (paymentId: string) => boolean;
  onMove: (step: PaymentStep) => void;
};

function Row({ row, project, movable, isPending, onMove }: RowProps) {
  const amount = formatOre(row.amount_ore);
  return (
    <article aria-label={amount} className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5">
      <Facts>
        <Fact name={texts.sum}>{amount}</Fact>
        <Fact name={paymentTexts.unknown.day}>{row.value_date}</Fact>
        <Fact name={paymentTexts.unknown.text}>{formatOptional(row.payer_text)}</Fact>
        <Fact name={texts.where} wide>
          <ol className="grid gap-1">
            {row.steps.map((step) => (
              <li key={step.id} className="flex flex-wrap items-center gap-x-3">
                <span>{texts.steps[step.kind]}</span>
                {step.case_number !== null && (
                  <Link
                    to={paths.cases(project, step.case_number)}
                    className="inline-flex min-h-11 items-center font-semibold tabular-nums underline"
                  >
                    {step.case_number}
                  </Link>
                )}
                <span className="text-sm text-ink-soft">
                  {texts.stepOf(formatOre(step.amount_ore), formatDateTime(step.at), step.by_id)}
                </span>
                {step.note !== null && <span className="wrap-anywhere">{step.note}</span>}
                {movable.includes(step) && (
                  <Button size="small" pending={isPending(step.id)} onClick={() => onMove(step)}>
                    {caseTexts.move.button}
                  </Button>
                )}
              </li>
            ))}
            {row.left_ore > 0 && <li className="font-semibold">{texts.waits(formatOre(row.left_ore))}</li>}
          </ol>
        </Fact>
      </Facts>
    </article>
  );
}

/** The latest placing of a row on each case that still has money of it; the money is taken back by that step. */
export function movableSteps({ steps }: Pick<FileRow, "steps">): PaymentStep[] {
  const cases = new Set(steps.flatMap(({ fine_id: fineId }) => fineId ?? []));
  return [...cases].flatMap((fineId) => {
    const own = steps.filter((step) => step.fine_id === fineId);
    const ore = own.reduce((sum, { kind, amount_ore }) => sum + (kind === "placed" ? amount_ore : -amount_ore), 0);
    return ore > 0 ? (own.findLast(({ kind }) => kind === "placed") ?? []) : [];
  });
}
