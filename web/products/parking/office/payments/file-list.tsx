import { useState } from "react";
import { isCaseRefusal } from "#data/data-error.ts";
import { type PaymentFile, paymentFileQueries } from "#data/payment_files/queries.ts";
import { useUndoImport } from "#data/payments/mutations.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatCount, formatOre } from "#shared/format/money.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { FileRowsDialog } from "./file-rows-dialog.tsx";
import { paymentTexts } from "./payment-texts.ts";

const texts = paymentTexts.files;

/** The height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 190;

const nameOf = ({ name }: Pick<PaymentFile, "name">) => name || texts.unnamed;

const useUndo = defineAction({
  mutation: useUndoImport,
  thing: ({ fileId }) => fileId,
  ask: ({ name, sumOre }: { fileId: string; name: string; sumOre: number }) => ({
    title: texts.undoTitle,
    description: texts.undoText(name, formatOre(sumOre)),
    confirmText: texts.undo,
    danger: true,
  }),
  done: () => texts.undoDone,
  failed: (error) => (isCaseRefusal(error) ? { text: texts.undoFailed, description: error.message } : texts.undoFailed),
});

/** The bank files that were read in, newest first, each with its result and a button to take it back. */
export function FileList({ project }: { project: string }) {
  const query = useInfiniteQuery({ ...paymentFileQueries.list(project), select: ({ pages }) => pages.flat() });
  const undo = useUndo({ focus: mainIfFocusLost });
  const handleUndo = (file: PaymentFile) =>
    void undo.run({ fileId: file.id, name: nameOf(file), sumOre: file.sum_ore });
  const [shown, setShown] = useState<PaymentFile>();
  return (
    <>
      <PagedList
        query={query}
        getKey={({ id }) => id}
        renderItem={(file) => (
          <FileRow
            file={file}
            isUndoing={undo.isPending(file.id)}
            onUndo={() => handleUndo(file)}
            onRows={() => setShown(file)}
          />
        )}
        label={texts.label}
        failed={texts.loadFailed}
        none={texts.none}
        estimateHeight={ROW_HEIGHT}
        gap={8}
      />
      {shown !== undefined && (
        <FileRowsDialog file={shown} name={nameOf(shown)} project={project} onClose={() => setShown(undefined)} />
      )}
    </>
  );
}

type RowProps = { file: PaymentFile; isUndoing: boolean; onUndo: () => void; onRows: () => void };

function FileRow({ file, isUndoing, onUndo, onRows }: RowProps) {
  return (
    <article
      aria-label={nameOf(file)}
      className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 font-bold wrap-anywhere">{nameOf(file)}</h2>
        <Button size="small" className="ml-auto" onClick={onRows}>
          {texts.rows}
        </Button>
        {file.undone_at === null ? (
          <Button size="small" pending={isUndoing} onClick={onUndo}>
            {texts.undo}
          </Button>
        ) : (
          <Badge>{texts.undone}</Badge>
        )}
      </div>
      <Facts>
        <Fact name={texts.when}>{texts.by(formatDateTime(file.created_at), file.by_id)}</Fact>
        <Fact name={texts.sum}>{formatOre(file.sum_ore)}</Fact>
        <Fact name={texts.placed}>{formatCount(file.placed)}</Fact>
        <Fact name={texts.unknown}>{formatCount(file.unknown)}</Fact>
        <Fact name={texts.already}>{formatCount(file.already)}</Fact>
        {file.undone_at !== null && (
          <Fact name={texts.undone}>{texts.by(formatDateTime(file.undone_at), file.undone_by ?? "")}</Fact>
        )}
      </Facts>
    </article>
  );
}
