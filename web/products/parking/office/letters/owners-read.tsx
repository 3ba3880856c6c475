import { Upload } from "lucide-react";
import { useState } from "react";
import { FileField } from "#shared/form/file-field.tsx";
import { FormMessage } from "#shared/form/form.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { letterTexts } from "./letter-texts.ts";
import { ManyResults } from "./steps/many-results.tsx";
import type { LettersAt } from "./owners-asked.tsx";
import { useReadOwners } from "./read-owners.ts";
import type { OwnerPreview, RowFault } from "./rules/owner-file.ts";
import { useManyEvents } from "./steps/use-many-events.ts";

const texts = letterTexts.owners;

/** The longest source in characters, as the table of recipients checks it. */
const SOURCE_MAX = 200;

/** Reads a register's answer: first a preview, then one press (document 4 §5: `Läs in ägare`). */
export function OwnersRead({ project }: LettersAt) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [source, setSource] = useState<string>(texts.sourceFirst);
  const [read, setRead] = useState<OwnerPreview | { problem: string }>();
  const reading = useReadOwners();
  const { run, results, isPending } = useManyEvents({ project, kind: "recipient_set" });

  async function handleFiles(chosen: readonly File[]) {
    setFiles(chosen);
    setRead(undefined);
    const file = chosen.at(-1);
    if (file === undefined) return;
    const outcome = await reading.run({ file, project });
    if (outcome.status === "done") setRead(outcome.result);
  }

  async function handleRead({ placed }: OwnerPreview) {
    const recorded = await run(
      placed.map(({ fineId, lastEvent, name, address, id_number }) => ({
        fineId,
        expectedEvent: lastEvent,
        data: { role: "owner", name, address, id_number, source: source.trim() },
      })),
    );
    if (recorded === undefined) return;
    setRead(undefined);
    setFiles([]);
  }

  return (
    <div className="grid gap-6">
      <p className="max-w-prose text-ink-soft">{texts.text}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FileField
          label={texts.file}
          hint={texts.fileHint}
          accept=".csv,.txt,text/csv,text/plain"
          value={files}
          onChange={(chosen) => void handleFiles(chosen)}
        />
        <TextField
          label={texts.source}
          hint={texts.sourceHint}
          maxLength={SOURCE_MAX}
          autoComplete="off"
          value={source}
          onChange={setSource}
        />
      </div>
      <div>
        <ManyResults results={results} />
        <output>{reading.isPending() && texts.reading}</output>
      </div>
      <FormMessage text={read !== undefined && "problem" in read ? read.problem : undefined} />
      {read !== undefined && "placed" in read && (
        <Preview preview={read} isPending={isPending} onRead={() => void handleRead(read)} />
      )}
    </div>
  );
}

type PreviewProps = { preview: OwnerPreview; isPending: boolean; onRead: () => void };

/** The preview of a file: the owners with their cases, and the rows that are left out. */
function Preview({ preview, isPending, onRead }: PreviewProps) {
  const { placed, already, unknown, faults } = preview;
  const others = faults.length - already - unknown;
  const counts = [
    texts.placed(placed.length),
    already > 0 && texts.already(already),
    unknown > 0 && texts.unknown(unknown),
    others > 0 && texts.faulty(others),
  ].filter((words) => words !== false);
  return (
    <Section title={texts.preview}>
      <ul className="mb-4 grid gap-1 font-semibold">
        {counts.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {placed.length > 0 && (
        <Button variant="primary" className="mb-6" pending={isPending} onClick={onRead}>
          <Upload aria-hidden="true" />
          {texts.press}
        </Button>
      )}
      <FaultList faults={faults} />
      <ul aria-label={texts.placedLabel} className="grid gap-4">
        {placed.map(({ fineId, case_number: number, name, address, id_number: idNumber }) => (
          <li key={fineId} className="border-l-4 border-line-strong pl-3 wrap-anywhere whitespace-pre-line">
            <span className="font-bold tabular-nums">{number}</span> {[name, idNumber].filter(Boolean).join(", ")}
            {"\n"}
            {address}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const FaultList = ({ faults }: { faults: readonly RowFault[] }) =>
  faults.length > 0 && (
    <ul aria-label={texts.rowsLabel} className="mb-6 grid gap-1">
      {faults.map(({ line, text }) => (
        <li key={line} className="font-medium wrap-anywhere text-danger">
          {texts.row(line, text)}
        </li>
      ))}
    </ul>
  );
