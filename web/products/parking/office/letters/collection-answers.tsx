import { Upload } from "lucide-react";
import { useState } from "react";
import type { EventResult } from "#data/fines/letters.ts";
import { FileField } from "#shared/form/file-field.tsx";
import { FormMessage } from "#shared/form/form.tsx";
import { formatOre } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { letterTexts } from "./letter-texts.ts";
import type { LettersAt } from "./owners-asked.tsx";
import { type AnswerPreview, useReadAnswers, useRecordAnswers } from "./read-answers.ts";
import { ANSWERS } from "./rules/answer-file.ts";
import { ManyResults } from "./steps/many-results.tsx";

const texts = letterTexts.answers;

/** Reads a debt collector's answers: first a preview, then one press. A file that is read again records nothing twice. */
export function CollectionAnswers({ project }: LettersAt) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [read, setRead] = useState<AnswerPreview | { problem: string }>();
  const [results, setResults] = useState<EventResult[]>([]);
  const reading = useReadAnswers();
  const recording = useRecordAnswers();

  async function handleFiles(chosen: readonly File[]) {
    setFiles(chosen);
    setRead(undefined);
    setResults([]);
    const file = chosen.at(-1);
    if (file === undefined) return;
    const outcome = await reading.run({ file, project });
    if (outcome.status === "done") setRead(outcome.result);
  }

  async function handleRecord({ placed }: AnswerPreview) {
    const outcome = await recording.run(placed.map(({ event }) => event));
    if (outcome.status !== "done") return;
    setResults(outcome.result);
    // The file stays while some of its answers are not recorded, so that another press can record them.
    if (outcome.result.some((result) => result.outcome === "refused" && result.words === "")) return;
    setRead(undefined);
    setFiles([]);
  }

  return (
    <section aria-labelledby="collection-answers" className="comes-after mt-10">
      <h2 id="collection-answers" className="mb-3 text-xl font-bold">
        {texts.title}
      </h2>
      <p className="mb-4 max-w-prose text-ink-soft">{texts.text}</p>
      <FileField
        label={texts.file}
        hint={letterTexts.owners.fileHint}
        accept=".csv,.txt,text/csv,text/plain"
        value={files}
        onChange={(chosen) => void handleFiles(chosen)}
      />
      <div className="mt-4 grid gap-4">
        <ManyResults results={results} />
        <output>{reading.isPending() && letterTexts.owners.reading}</output>
        <FormMessage text={read !== undefined && "problem" in read ? read.problem : undefined} />
        {read !== undefined && "placed" in read && (
          <Preview preview={read} isPending={recording.isPending()} onRecord={() => void handleRecord(read)} />
        )}
      </div>
    </section>
  );
}

type PreviewProps = { preview: AnswerPreview; isPending: boolean; onRecord: () => void };

function Preview({ preview: { placed, faults }, isPending, onRecord }: PreviewProps) {
  const sum = placed.reduce((ore, row) => ore + row.ore, 0);
  const counts = ANSWERS.map((answer) => [answer, placed.filter((row) => row.answer === answer).length] as const);
  return (
    <div className="grid gap-4">
      <ul className="grid gap-1 font-semibold">
        {counts.map(
          ([answer, count]) => count > 0 && <li key={answer}>{texts.counts[answer](count, formatOre(sum))}</li>,
        )}
      </ul>
      {placed.length > 0 && (
        <Button variant="primary" className="justify-self-start" pending={isPending} onClick={onRecord}>
          <Upload aria-hidden="true" />
          {texts.press}
        </Button>
      )}
      {faults.length > 0 && (
        <ul aria-label={letterTexts.owners.rowsLabel} className="grid gap-1">
          {faults.map(({ line, text }) => (
            <li key={line} className="font-medium wrap-anywhere text-danger">
              {letterTexts.owners.row(line, text)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
