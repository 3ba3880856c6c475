import { type FormEvent, useState } from "react";
import type { AcceptedWarning, FineWarning } from "#data/fines/mutations.ts";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { CancelButton } from "#shared/form/form.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { isReason, mayWriteReason, reasonsFor, warningText } from "./rules/warnings.ts";
import { warningTexts as texts } from "./warning-texts.ts";

/** The choice that opens a text field. */
const OWN = "own";

type Answer = { choice: string; own: string };

type WarningsDialogProps = {
  /** The warnings to accept; undefined while nothing is asked. */
  warnings: readonly FineWarning[] | undefined;
  /** Gets a reason for each warning, or undefined when the fine is not issued. */
  onAnswer: (accepted: AcceptedWarning[] | undefined) => void;
};

/** Asks for a reason for each warning before a fine is stored (document 4 §4). */
export function WarningsDialog({ warnings, onAnswer }: WarningsDialogProps) {
  return (
    <Dialog
      open={warnings !== undefined}
      onOpenChange={(open) => !open && onAnswer(undefined)}
      title={texts.title}
      description={texts.description}
      width="normal"
    >
      {warnings !== undefined && <Reasons warnings={warnings} onAnswer={onAnswer} />}
    </Dialog>
  );
}

function Reasons({
  warnings,
  onAnswer,
}: {
  warnings: readonly FineWarning[];
  onAnswer: WarningsDialogProps["onAnswer"];
}) {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  const [isTried, setIsTried] = useState(false);
  const answerTo = (code: string): Answer => answers[code] ?? { choice: "", own: "" };
  const reasonOf = (code: string) => {
    const { choice, own } = answerTo(code);
    return choice === OWN ? own.trim() : choice;
  };

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    // The page's own form surrounds the dialog in React's tree.
    event.stopPropagation();
    setIsTried(true);
    if (!warnings.every(({ code }) => isReason(reasonOf(code)))) return;
    onAnswer(warnings.map(({ code }) => ({ code, reason: reasonOf(code) })));
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <ul className="grid gap-6">
        {warnings.map((warning) => (
          <li key={warning.code}>
            <p className="mb-2 font-semibold">{warningText(warning)}</p>
            <ReasonFields
              code={warning.code}
              answer={answerTo(warning.code)}
              error={isTried && !isReason(reasonOf(warning.code)) ? texts.missing : undefined}
              onChange={(answer) => setAnswers((all) => ({ ...all, [warning.code]: answer }))}
            />
          </li>
        ))}
      </ul>
      {/* The first, filled button cancels, which is right when a warning speaks against the fine. */}
      <div className="mt-6 flex flex-col gap-3 sm:flex-row sm:justify-end">
        <CancelButton size="large" variant="primary" onClick={() => onAnswer(undefined)} />
        <Button size="large" type="submit">
          {texts.issue}
        </Button>
      </div>
    </form>
  );
}

type ReasonFieldsProps = {
  code: string;
  answer: Answer;
  error: string | undefined;
  onChange: (answer: Answer) => void;
};

function ReasonFields({ code, answer, error, onChange }: ReasonFieldsProps) {
  const own = mayWriteReason(code) ? [{ value: OWN, label: texts.own }] : [];
  const isOwn = answer.choice === OWN;
  return (
    <div className="grid gap-3">
      <SelectField
        label={texts.reason}
        name={`reason-${code}`}
        value={answer.choice}
        onChange={(choice) => onChange({ ...answer, choice })}
        error={isOwn ? undefined : error}
        options={[...reasonsFor(code).map((reason) => ({ value: reason, label: reason })), ...own]}
        placeholder={texts.choose}
        required
      />
      {isOwn && (
        <TextField
          label={texts.ownReason}
          name={`own-reason-${code}`}
          value={answer.own}
          onChange={(text) => onChange({ ...answer, own: text })}
          error={error}
          maxLength={500}
          required
        />
      )}
    </div>
  );
}
