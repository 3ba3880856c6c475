import { isCaseRefusal } from "#data/data-error.ts";
import { useEndPayment } from "#data/payments/mutations.ts";
import { type EndedPayment, paymentQueries } from "#data/payments/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { paymentTexts } from "./payment-texts.ts";

const texts = paymentTexts.ended;
const { unknown, files, end } = paymentTexts;

/** The height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 210;

const useReopen = defineAction({
  mutation: useEndPayment,
  thing: ({ paymentId }) => paymentId,
  done: () => texts.reopenDone,
  failed: (error) => (isCaseRefusal(error) ? error.message : texts.reopenFailed),
});

/** The ended money without a case, newest first, each row with its reason and a button to open it again. */
export function EndedList({ project }: { project: string }) {
  const query = useInfiniteQuery({ ...paymentQueries.ended(project), select: ({ pages }) => pages.flat() });
  const reopen = useReopen({ focus: mainIfFocusLost });
  const handleReopen = (paymentId: string) =>
    void reopen.run({ paymentId, endingId: randomKey(), ground: "reopened", note: "" });
  return (
    <PagedList
      query={query}
      getKey={({ id }) => id}
      renderItem={(payment) => (
        <EndedRow
          payment={payment}
          isPending={reopen.isPending(payment.id)}
          onReopen={() => handleReopen(payment.id)}
        />
      )}
      label={texts.label}
      failed={texts.loadFailed}
      none={texts.none}
      estimateHeight={ROW_HEIGHT}
      gap={8}
    />
  );
}

type RowProps = { payment: EndedPayment; isPending: boolean; onReopen: () => void };

function EndedRow({ payment, isPending, onReopen }: RowProps) {
  const amount = formatOre(payment.ended_ore);
  return (
    <article aria-label={amount} className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-bold tabular-nums">{amount}</h2>
        <Button size="small" className="ml-auto" pending={isPending} onClick={onReopen}>
          {texts.reopen}
        </Button>
      </div>
      <Facts>
        <Fact name={texts.ground}>{end.grounds[payment.ground]}</Fact>
        <Fact name={texts.note}>{formatOptional(payment.note)}</Fact>
        <Fact name={texts.when}>{files.by(formatDateTime(payment.created_at), payment.by_id)}</Fact>
        <Fact name={unknown.text}>{formatOptional(payment.payer_text)}</Fact>
        <Fact name={unknown.day}>{payment.value_date}</Fact>
        <Fact name={unknown.file}>{payment.file_name || files.unnamed}</Fact>
      </Facts>
    </article>
  );
}
