import { useState } from "react";
import { paymentQueries, type UnplacedPayment } from "#data/payments/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { formatOptional } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { EndDialog } from "./end-dialog.tsx";
import { paymentTexts } from "./payment-texts.ts";
import { PlaceDialog } from "./place-dialog.tsx";
import { SuggestedPlacings } from "./suggested-placings.tsx";

const texts = paymentTexts.unknown;

/** The height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 130;

/** The money without a case, oldest first, each row with buttons to give it to a case and to end it. */
export function UnplacedList({ project }: { project: string }) {
  const query = useInfiniteQuery({
    ...paymentQueries.unplaced(project),
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  });
  const [placing, setPlacing] = useState<UnplacedPayment>();
  const [ending, setEnding] = useState<UnplacedPayment>();
  return (
    <>
      <PagedList
        query={query}
        getKey={({ id }) => id}
        renderItem={(payment) => (
          <UnplacedRow
            payment={payment}
            project={project}
            onPlace={() => setPlacing(payment)}
            onEnd={() => setEnding(payment)}
          />
        )}
        label={texts.label}
        failed={texts.loadFailed}
        none={texts.none}
        estimateHeight={ROW_HEIGHT}
        gap={8}
      />
      {placing !== undefined && (
        <PlaceDialog payment={placing} project={project} onClose={() => setPlacing(undefined)} />
      )}
      {ending !== undefined && <EndDialog payment={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

type RowProps = { payment: UnplacedPayment; project: string; onPlace: () => void; onEnd: () => void };

function UnplacedRow({ payment, project, onPlace, onEnd }: RowProps) {
  const { amount_ore, left_ore } = payment;
  const amount = formatOre(amount_ore);
  return (
    <article aria-label={amount} className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-bold tabular-nums max-sm:w-full">{amount}</h2>
        <Button size="small" className="sm:ml-auto" onClick={onPlace}>
          {texts.place}
        </Button>
        <Button size="small" onClick={onEnd}>
          {texts.end}
        </Button>
      </div>
      <SuggestedPlacings payment={payment} project={project} />
      <Facts inOneRow>
        <Fact name={texts.text}>{formatOptional(payment.payer_text)}</Fact>
        {payment.moved_from !== null && <Fact name={texts.movedFrom}>{payment.moved_from}</Fact>}
        {payment.moved_from === null && payment.because !== null && (
          <Fact name={texts.why}>{texts.because(payment.because, project)}</Fact>
        )}
        <Fact name={texts.day}>{payment.value_date}</Fact>
        {left_ore !== amount_ore && <Fact name={texts.left}>{texts.of(formatOre(left_ore), amount)}</Fact>}
        <Fact name={texts.file}>{payment.file_name || paymentTexts.files.unnamed}</Fact>
      </Facts>
    </article>
  );
}
