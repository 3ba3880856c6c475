import { useState } from "react";
import * as v from "valibot";
import { DataError } from "#data/data-error.ts";
import { CancelButton, Form, SubmitButton } from "#shared/form/form.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { type FormFailure, type FormState, SubmitError, useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import type { QuestionAbout } from "../account/account-question.ts";
import { CodeField } from "./code-field.tsx";
import { codeSchema } from "./code-schema.ts";
import { isWrongCode, showAnyCode, takeRecoveryCode } from "./second-factor.ts";
import { secondFactorTexts } from "./second-factor-texts.ts";

type CodeQuestion = QuestionAbout<"code">;
type CodeFormProps = { question: CodeQuestion; onChange: () => void };

/** Asks for the code of the second factor, or a recovery code. A person who closes the dialog is not logged in. */
export function CodeDialog({ question }: { question: CodeQuestion }) {
  const texts = secondFactorTexts[question.lang];
  const [isRecovery, setIsRecovery] = useState(false);
  const FormOf = isRecovery ? RecoveryForm : CodeForm;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || question.answer(false)}
      title={isRecovery ? texts.recoveryTitle : texts.codeTitle}
      description={isRecovery ? texts.recoveryHint : texts.codeHint}
      lang={question.lang}
    >
      <FormOf question={question} onChange={() => setIsRecovery(!isRecovery)} />
    </Dialog>
  );
}

function CodeForm({ question, onChange }: CodeFormProps) {
  const texts = secondFactorTexts[question.lang];
  const form = useCodeForm(question, codeSchema(texts.codeForm), (code) => showAnyCode(question.client, code));
  return (
    <Form form={form} actions={<Actions {...{ form, question, onChange }} other={texts.toRecovery} />}>
      <CodeField ref={focus} label={texts.code} {...form.field("code")} />
    </Form>
  );
}

function RecoveryForm({ question, onChange }: CodeFormProps) {
  const texts = secondFactorTexts[question.lang];
  const schema = v.pipe(v.string(), v.trim(), v.nonEmpty(texts.recoveryMissing));
  const form = useCodeForm(question, schema, async (code) => {
    if (!(await takeRecoveryCode(question.client, code))) throw new SubmitError("", { code: texts.recoveryWrong });
  });
  return (
    <Form form={form} actions={<Actions {...{ form, question, onChange }} other={texts.toCode} />}>
      <TextField
        label={texts.recovery}
        {...form.field("code")}
        required
        ref={focus}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </Form>
  );
}

/** A form for one code. It answers the question when `show` accepts the code. */
const useCodeForm = (
  question: CodeQuestion,
  code: v.GenericSchema<string, string>,
  show: (code: string) => Promise<unknown>,
) =>
  useForm({
    initial: { code: "" },
    schema: v.object({ code }),
    onSubmit: async (typed) => {
      await show(typed.code);
      question.answer(true);
    },
    failed: codeFailure(question.lang),
  });

type ActionsProps = CodeFormProps & { form: FormState<{ code: string }>; other: string };

function Actions({ form, question, onChange, other }: ActionsProps) {
  const texts = secondFactorTexts[question.lang];
  return (
    <>
      <SubmitButton form={form}>{texts.submit}</SubmitButton>
      <CancelButton onClick={() => question.answer(false)} />
      <Button variant="ghost" onClick={onChange}>
        {other}
      </Button>
    </>
  );
}

/** The pressed button is gone with the other form, so the field takes the focus. */
const focus = (field: HTMLInputElement | null) => field?.focus();

const ENDED = ["session_not_found", "session_expired", "bad_jwt", "no_authorization", "not-signed-in"];

/** The message for a code that was refused or could not be checked. */
export const codeFailure =
  (lang: keyof typeof secondFactorTexts) =>
  (error: unknown): FormFailure => {
    const texts = secondFactorTexts[lang];
    const isOver = error instanceof DataError && ENDED.includes(error.code);
    const text = isWrongCode(error) ? texts.codeWrong : isOver ? texts.loginEnded : texts.codeFailed;
    // The text stands in the form, because a toast lies behind a dialog on a phone.
    return { text, at: "form" };
  };
