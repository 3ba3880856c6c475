import { type FormEvent, useState } from "react";
import { readablePlate } from "#contract/plate.ts";
import { useAddPermits } from "#data/permits/import.ts";
import type { NewPermit } from "#data/permits/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FileField } from "#shared/form/file-field.tsx";
import { formatCount } from "#shared/format/money.ts";
import { CancelButton } from "#shared/form/form.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog, DialogActions } from "#shared/ui/dialog.tsx";
import { importTexts as texts } from "./import-texts.ts";
import type { ImportedRow } from "./rules/imported-permits.ts";
import { type SortedPermits, usePermitFile } from "./use-permit-file.ts";

/** The most rows of each kind to show; nobody reads more in a dialog. */
const SHOWN = 100;

const useImport = defineAction<readonly NewPermit[], number>({
  mutation: useAddPermits,
  done: (count) => texts.done(formatCount(count)),
  failed: () => texts.failed,
});

type ImportProps = { project: string; userId: string; onClose: () => void };
type ReadRow = SortedPermits["right"][number];

/**
 * Sends the chosen rows. `isTried` is true from the first failure on: its answer may have been lost, so the rows are sent again unchanged.
 */
function useSending({ project, userId, onClose }: ImportProps) {
  const [isTried, setIsTried] = useState(false);
  const adding = useImport();

  async function send(chosen: readonly ReadRow[], idOf: (row: number) => string) {
    const rest = { project_id: project, created_by: userId };
    const outcome = await adding.run(chosen.map(({ row, permit }) => ({ id: idOf(row), ...rest, ...permit })));
    if (outcome.status === "done") onClose();
    else setIsTried(true);
  }

  return { send, isTried, isPending: adding.isPending(), begin: () => setIsTried(false) };
}

/** A dialog that imports permits: first the result of each row, then one press that adds all valid ones or none (document 4 §5). */
export function ImportPermitsDialog(props: ImportProps) {
  const { onClose } = props;
  const { file, read } = usePermitFile(props.project);
  const [withDoubles, setWithDoubles] = useState(false);
  const [withoutColumns, setWithoutColumns] = useState(false);
  const { send, isTried, isPending, begin } = useSending(props);
  const rows = file.state === "read" ? file.rows : undefined;
  const unread = file.state === "read" ? file.unread : [];
  const chosen = rows === undefined ? [] : [...rows.right, ...(withDoubles ? rows.double : [])];

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (file.state === "read") void send(chosen, file.idOf);
  }

  function handleChoice(files: readonly File[]) {
    begin();
    setWithoutColumns(false);
    void read(files.at(-1));
  }

  return (
    <Dialog open onOpenChange={onClose} title={texts.title} description={texts.text} width="normal">
      <form onSubmit={handleSubmit} aria-label={texts.title}>
        <FileField
          label={texts.file}
          hint={texts.fileHint}
          accept=".csv,.txt,text/csv,text/plain"
          value={file.state === "none" ? [] : [file.file]}
          onChange={handleChoice}
          error={file.state === "refused" ? file.text : undefined}
          disabled={isPending}
        />
        {file.state === "reading" && <output className="mt-3 block">{texts.reading}</output>}
        {unread.length > 0 && (
          <UnreadColumns names={unread} isAccepted={withoutColumns} onAccepted={setWithoutColumns} />
        )}
        {rows !== undefined && (
          <Preview
            rows={rows}
            count={chosen.length}
            withDoubles={withDoubles}
            onDoubles={isTried ? undefined : setWithDoubles}
          />
        )}
        <ImportActions
          count={chosen.length}
          isStopped={unread.length > 0 && !withoutColumns}
          isPending={isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

type ImportActionsProps = {
  /** The number of permits to add. */
  count: number;
  /** Whether unread columns wait for a confirmation. */
  isStopped: boolean;
  isPending: boolean;
  onClose: () => void;
};

function ImportActions({ count, isStopped, isPending, onClose }: ImportActionsProps) {
  return (
    <DialogActions>
      <CancelButton onClick={onClose} />
      <Button type="submit" variant="primary" disabled={count === 0 || isStopped} pending={isPending}>
        {texts.save(formatCount(count))}
      </Button>
    </DialogActions>
  );
}

type UnreadProps = { names: readonly string[]; isAccepted: boolean; onAccepted: (isAccepted: boolean) => void };

/** Unread columns are named before anything is stored, because the permits' last day may be among them. */
function UnreadColumns({ names, isAccepted, onAccepted }: UnreadProps) {
  return (
    <div className="mt-4 rounded-md border-2 border-warning p-3">
      <p className="wrap-anywhere">{texts.unread(names.map((name) => `”${name}”`).join(", "))}</p>
      <Tick label={texts.withoutColumns} checked={isAccepted} onChange={onAccepted} />
    </div>
  );
}

/** `onChange` is undefined when the choice is fixed. */
type TickProps = { label: string; checked: boolean; onChange: ((checked: boolean) => void) | undefined };

function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        disabled={onChange === undefined}
        onChange={(event) => onChange?.(event.target.checked)}
        className="size-6 shrink-0 cursor-pointer accent-brand"
      />
      {label}
    </label>
  );
}

type PreviewProps = {
  rows: SortedPermits;
  /** The number of rows to add. */
  count: number;
  withDoubles: boolean;
  /** Undefined when the choice is fixed. */
  onDoubles: ((withDoubles: boolean) => void) | undefined;
};

/** The result of each row of the file. */
function Preview({ rows, count, withDoubles, onDoubles }: PreviewProps) {
  const all = rows.right.length + rows.double.length + rows.wrong.length;
  return (
    <section aria-label={texts.preview} className="mt-4 grid gap-4">
      <output className="font-semibold">
        {count === 0 ? texts.none : texts.summary(formatCount(count), formatCount(all))}
      </output>
      <Rows title={texts.wrong} rows={rows.wrong} say={(row) => row.fault} />
      <Rows title={texts.double} rows={rows.double} say={(row) => row.why} />
      {rows.double.length > 0 && <Tick label={texts.withDoubles} checked={withDoubles} onChange={onDoubles} />}
      <Rows title={texts.right} rows={rows.right} say={periodOf} />
    </section>
  );
}

const periodOf = ({ valid_from, valid_until }: ImportedRow) =>
  valid_until === "" ? texts.from(valid_from) : texts.fromTo(valid_from, valid_until);

type RowsProps<Row> = { title: (count: string) => string; rows: readonly Row[]; say: (row: Row) => string };

/** Rows of one kind under their heading; nothing without rows. */
function Rows<Row extends ImportedRow>({ title, rows, say }: RowsProps<Row>) {
  if (rows.length === 0) return null;
  const heading = title(formatCount(rows.length));
  return (
    <div>
      <h3 className="font-semibold">{heading}</h3>
      <ul aria-label={heading} className="mt-1 ml-7 list-disc">
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.row} className="wrap-anywhere">
            {texts.row(row.row)} <strong>{readablePlate(row.plate)}</strong> {say(row)}
          </li>
        ))}
        {rows.length > SHOWN && <li>{texts.more(formatCount(rows.length - SHOWN))}</li>}
      </ul>
    </div>
  );
}
