import type { RefundKind } from "#data/fines/look-up.ts";
import { useReadRefundFile } from "#data/refunds/mutations.ts";
import { type RefundFile, refundQueries } from "#data/refunds/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { refundTexts } from "./refund-texts.ts";
import { saveRefundFile } from "./save-refund-file.ts";

const texts = refundTexts.files;

/** The kind of a file is one of two, which the table checks. */
const kindOf = ({ kind }: RefundFile) => kind as RefundKind;

/** The height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 130;

const useAgain = defineAction({
  mutation: useReadRefundFile,
  thing: (fileId) => fileId,
  done: (whole) => (saveRefundFile(whole) ? texts.againDone : texts.erased),
  failed: () => texts.againFailed,
});

/** The files that were made, newest first. Each can be saved again while its accounts are kept. */
export function RefundFiles({ project }: { project: string }) {
  const query = useInfiniteQuery({ ...refundQueries.files(project), select: ({ pages }) => pages.flat() });
  const again = useAgain();
  return (
    <section aria-labelledby="refund-files" className="comes-after mt-8">
      <h2 id="refund-files" className="mb-3 text-xl font-bold">
        {texts.label}
      </h2>
      <PagedList
        query={query}
        getKey={({ id }) => id}
        renderItem={(file) => (
          <FileRow file={file} isPending={again.isPending(file.id)} onAgain={() => void again.run(file.id)} />
        )}
        label={texts.label}
        failed={texts.loadFailed}
        none={<p className="text-ink-soft">{texts.none}</p>}
        estimateHeight={ROW_HEIGHT}
        gap={8}
        loadingRows={1}
      />
    </section>
  );
}

type RowProps = { file: RefundFile; isPending: boolean; onAgain: () => void };

function FileRow({ file, isPending, onAgain }: RowProps) {
  const name = `${texts.kinds[kindOf(file)]} ${file.day}`;
  return (
    <article aria-label={name} className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="font-bold">{name}</h3>
        <Button size="small" className="ml-auto" pending={isPending} onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
      <Facts inOneRow>
        <Fact name={texts.sum}>{formatOre(file.sum_ore)}</Fact>
        <Fact name={texts.paid}>{texts.count(file.refunds)}</Fact>
        <Fact name={texts.made}>{texts.by(formatDateTime(file.created_at), file.by_id)}</Fact>
      </Facts>
    </article>
  );
}
