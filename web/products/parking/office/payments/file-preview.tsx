import { Link } from "react-router";
import { useActingPerson } from "#data/acting.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import type { BankColumns } from "#data/payment_files/columns.ts";
import { useBookPayments } from "#data/payments/mutations.ts";
import { paymentQueries } from "#data/payments/queries.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatOptional } from "#shared/format/dates.ts";
import { formatCount, formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { VirtualList } from "#shared/ui/virtual-list.tsx";
import { CaseStatusBadges } from "#parking/kernel/case/case-status.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { paymentTexts } from "./payment-texts.ts";
import { type Preview, type PreviewRow, previewOf, ROW_STATES } from "./rules/preview.ts";
import type { ReadFile } from "./rules/read-bank-file.ts";
import { type ReversedPayment, wordsOf } from "./rules/bank-file.ts";

const texts = paymentTexts.preview;

const TONES = { placed: "success", little: "warning", much: "warning", unknown: "danger", already: "neutral" } as const;
/** The height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 150;

const useBook = defineAction({
  mutation: useBookPayments,
  done: ({ placed, unknown, already }) => ({
    text: texts.booked,
    description: texts.bookedAs(formatCount(placed), formatCount(unknown), formatCount(already)),
  }),
  failed: (error) => (isCaseRefusal(error) ? error.message : texts.bookFailed),
});

/** A chosen file. Its ID is the key of its booking; other columns make it another file. */
export type PickedFile = {
  id: string;
  file: File;
  /** The columns that were named for this file. */
  columns?: BankColumns;
  /** Whether its columns are being named again. */
  isChanging?: boolean;
};

type Read = Extract<ReadFile, { outcome: "read" }>;
type Props = {
  project: string;
  picked: PickedFile;
  read: Read;
  onColumns: (() => void) | undefined;
  onDone: () => void;
};

/** The result that booking the file would have, and the button that books it. */
export function FilePreview(props: Props) {
  const { project, picked, read } = props;
  const acting = useActingPerson();
  const matches = useQuery(paymentQueries.matches(acting, { project, fileKey: picked.id, rows: read.rows }));
  const settings = useQuery(siteSettingsQueries.of(project));
  return (
    <StateView
      query={{ ...matches, data: settings.isPending ? undefined : matches.data }}
      loading={<SkeletonList rows={2} label={texts.comparing} />}
      failed={(error) => (isCaseRefusal(error) ? error.message : texts.failed)}
      empty={null}
    >
      {(matched) => <Compared {...props} preview={previewOf(read.rows, matched, settings.data?.small_balance ?? 0)} />}
    </StateView>
  );
}

function Compared(props: Props & { preview: Preview }) {
  const { project, read, preview } = props;
  return (
    <Section title={texts.title}>
      <div className="grid gap-5">
        <Facts>
          <Fact name={texts.layout}>{texts.layouts[read.layout]}</Fact>
          <Fact name={texts.rows}>{formatCount(read.rows.length)}</Fact>
          <Fact name={texts.fileSum}>{formatOre(read.rows.reduce((sum, row) => sum + row.amount_ore, 0))}</Fact>
          <Fact name={texts.sum}>{formatOre(preview.newOre)}</Fact>
          {ROW_STATES.map((state) => (
            <Fact key={state} name={texts.counts[state]}>
              {formatCount(preview.counts[state])}
            </Fact>
          ))}
          {read.outgoing > 0 && <Fact name={texts.outgoing}>{formatCount(read.outgoing)}</Fact>}
          {read.pending !== undefined && read.pending > 0 && (
            <Fact name={texts.pending}>{formatCount(read.pending)}</Fact>
          )}
        </Facts>
        <ReversedNote reversed={read.reversed ?? []} />
        <BookButton {...props} />
        <VirtualList
          items={preview.rows}
          getKey={({ row }) => row.bank_key}
          renderItem={(each) => <Row previewed={each} project={project} />}
          label={texts.list}
          estimateHeight={ROW_HEIGHT}
          gap={8}
          total={preview.rows.length}
        />
      </div>
    </Section>
  );
}

function BookButton({ project, picked, read, preview, onColumns, onDone }: Props & { preview: Preview }) {
  const book = useBook({ focus: mainIfFocusLost });
  async function handleBook() {
    // The file's name is stored, but only as long as the table accepts.
    const file = { id: picked.id, name: picked.file.name.slice(0, 200), columns: read.columns };
    const { status } = await book.run({ project, rows: read.rows, file });
    if (status === "done") onDone();
  }
  if (preview.newRows === 0) return <p className="font-semibold">{texts.allKnown}</p>;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" pending={book.isPending()} onClick={() => void handleBook()}>
          {texts.book}
        </Button>
        {onColumns !== undefined && <Button onClick={onColumns}>{paymentTexts.columns.change}</Button>}
      </div>
      {onColumns !== undefined && <p className="text-sm text-ink-soft">{paymentTexts.columns.changeHint}</p>}
    </div>
  );
}

function Row({ previewed, project }: { previewed: PreviewRow; project: string }) {
  const { row, match, state, leftAfter } = previewed;
  const amount = formatOre(row.amount_ore);
  return (
    <article
      aria-label={`${texts.states[state]}: ${amount}`}
      className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="font-bold tabular-nums">{amount}</span>
        <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
        <time dateTime={row.value_date}>{row.value_date}</time>
      </div>
      <Facts>
        <Fact name={texts.reference}>{formatOptional(row.reference)}</Fact>
        <Fact name={texts.payer}>{formatOptional(row.payer_text)}</Fact>
        {match.because && (
          <Fact name={paymentTexts.unknown.why}>{paymentTexts.unknown.because(match.because, project)}</Fact>
        )}
        {match.case_number !== null && (
          <Fact name={texts.case}>
            <span className="flex flex-wrap items-center gap-2">
              <Link
                to={paths.cases(project, match.case_number)}
                // The link opens another tab, because the chosen file exists only in this page.
                target="_blank"
                className="inline-flex min-h-11 items-center underline"
              >
                {match.case_number}
                <span className="sr-only">{texts.newTab}</span>
              </Link>
              <CaseStatusBadges status={match.status} mustBeReviewed={false} />
            </span>
          </Fact>
        )}
        {state === "little" && <Fact name={texts.left}>{formatOre(leftAfter)}</Fact>}
        {state === "much" && <Fact name={texts.tooMuch}>{formatOre(-leftAfter)}</Fact>}
      </Facts>
    </article>
  );
}

/** Payments that the bank took back: their cases keep the money until a person takes it away. */
function ReversedNote({ reversed }: { reversed: readonly ReversedPayment[] }) {
  if (reversed.length === 0) return null;
  return (
    <div role="note" className="rounded-control border-l-4 border-warning bg-warning-soft px-4 py-3">
      <p className="font-semibold">{texts.reversed}</p>
      <ul className="list-disc pl-5">
        {reversed.map((payment, at) => (
          <li key={`${at} ${payment.reference}`} className="wrap-anywhere">
            {wordsOf(payment)}
          </li>
        ))}
      </ul>
      <p>{texts.reversedText}</p>
    </div>
  );
}
