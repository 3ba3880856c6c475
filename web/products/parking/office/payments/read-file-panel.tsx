import { Upload } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { type BankColumns, toBankColumns } from "#data/payment_files/columns.ts";
import { type PaymentFile, paymentFileQueries } from "#data/payment_files/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { formatLongDateTime, toDateValue } from "#shared/format/dates.ts";
import { sinceInDays } from "#shared/format/since.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { ColumnsForm } from "./columns-form.tsx";
import { FilePreview, type PickedFile } from "./file-preview.tsx";
import { paymentTexts } from "./payment-texts.ts";
import { readInWorker } from "./read-in-worker.ts";

const texts = paymentTexts.file;

type Props = {
  project: string;
  picked: PickedFile | undefined;
  onPick: (picked: PickedFile | undefined) => void;
};

/** The panel `Läs in betalningar`: a file is chosen, read, previewed, and booked by one press. */
export function ReadFilePanel(props: Props) {
  const files = useInfiniteQuery({
    ...paymentFileQueries.list(props.project),
    select: ({ pages }) => pages.flat().filter(({ undone_at }) => undone_at === null),
  });
  const columns = useQuery(paymentFileQueries.columns(props.project));
  return (
    <StateView
      query={{
        ...files,
        data: columns.data === undefined ? undefined : files.data,
        error: files.error ?? columns.error,
        refetch: () => Promise.all([files.refetch(), columns.refetch()]),
      }}
      loading={1}
      failed={paymentTexts.files.loadFailed}
      isEmpty={() => false}
      empty={null}
    >
      {(booked) => (
        <div className="grid gap-6">
          <ChooseFile isOther={props.picked !== undefined} latest={booked[0]} onPick={props.onPick} />
          {props.picked !== undefined && (
            <Picked
              {...props}
              key={props.picked.id}
              picked={props.picked}
              // The list is first to have a newly booked file, but has only the newest files.
              kept={[...booked.flatMap((file) => toBankColumns(file.columns) ?? []), ...(columns.data ?? [])]}
            />
          )}
        </div>
      )}
    </StateView>
  );
}

type ChooseProps = { isOther: boolean; latest: PaymentFile | undefined; onPick: Props["onPick"] };

function ChooseFile({ isOther, latest, onPick }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  const now = useNow();
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = "";
    if (file !== undefined) onPick({ id: randomKey(), file });
  }
  return (
    <div className="grid justify-items-start gap-2">
      <input ref={input} type="file" aria-label={texts.choose} hidden onChange={handleChange} />
      <Button variant={isOther ? "secondary" : "primary"} onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" />
        {isOther ? texts.chooseOther : texts.choose}
      </Button>
      <p className="text-sm text-ink-soft">{texts.hint}</p>
      <p className="wrap-anywhere">
        {latest === undefined
          ? texts.noneYet
          : texts.latest(
              sinceInDays(latest.created_at, now, texts.lessThanMinute),
              formatLongDateTime(latest.created_at),
              latest.name || paymentTexts.files.unnamed,
            )}
      </p>
    </div>
  );
}

function Picked(props: Props & { picked: PickedFile; kept: BankColumns[] }) {
  const { picked, kept, onPick } = props;
  const query = useQuery({
    queryKey: ["bank-file", picked.id] as const,
    queryFn: (_acting, { signal }) =>
      readInWorker(picked.file, { today: toDateValue(new Date()), kept, chosen: picked.columns }, signal),
    networkMode: "always",
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const handleColumns = (columns: BankColumns) => onPick({ id: randomKey(), file: picked.file, columns });
  return (
    <StateView
      query={query}
      loading={<SkeletonList rows={2} label={texts.reading} />}
      failed={texts.failed}
      empty={null}
    >
      {(read) => {
        if (read.outcome === "refused") return <Refused problem={read.problem} />;
        const { table } = read;
        if (table !== undefined && (read.outcome === "columns" || picked.isChanging === true))
          return <ColumnsForm table={table} onChoose={handleColumns} />;
        if (read.outcome === "columns") return null;
        const onColumns = table && (() => onPick({ ...picked, isChanging: true }));
        return (
          <FilePreview {...props} picked={picked} read={read} onColumns={onColumns} onDone={() => onPick(undefined)} />
        );
      }}
    </StateView>
  );
}

function Refused({ problem }: { problem: string }) {
  return (
    <div role="alert" className="rounded-control border-l-4 border-danger bg-danger-soft px-4 py-3">
      <p className="font-semibold">{texts.refused}</p>
      <p className="wrap-anywhere">{problem}</p>
    </div>
  );
}
