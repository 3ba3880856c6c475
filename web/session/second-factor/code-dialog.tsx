import { useState } from "react";
import * as v from "valibot";
import { DataError } from "#data/data-error.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { type FormFailure, SubmitError } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import type { QuestionAbout } from "../account/account-question.ts";
import { CodeField } from "./code-field.tsx";
import { codeSchema } from "./code-schema.ts";
import { isWrongCode, showAnyCode, takeRecoveryCode } from "./second-factor.ts";
import { secondFactorTexts } from "./second-factor-texts.ts";

type CodeQuestion = QuestionAbout<"code">;

/** Asks for the code of the second factor, or a recovery code. A person who closes the dialog is not logged in. */
export function CodeDialog({ question }: { question: CodeQuestion }) {
  const { lang, client, answer } = question;
  const texts = secondFactorTexts[lang];
  const [isRecovery, setIsRecovery] = useState(false);
  const recoverySchema = v.pipe(v.string(), v.trim(), v.nonEmpty(texts.recoveryMissing));

  async function show({ code }: { code: string }) {
    if (!isRecovery) await showAnyCode(client, code);
    else if (!(await takeRecoveryCode(client, code))) throw new SubmitError("", { code: texts.recoveryWrong });
  }

  return (
    <FormDialog
      title={isRecovery ? texts.recoveryTitle : texts.codeTitle}
      description={isRecovery ? texts.recoveryHint : texts.codeHint}
      lang={lang}
      submit={texts.submit}
      onClose={() => answer(false)}
      onSaved={() => answer(true)}
      initial={{ code: "" }}
      schema={v.object({ code: isRecovery ? recoverySchema : codeSchema(texts.codeForm) })}
      onSubmit={show}
      failed={codeFailure(lang)}
      renderMore={({ reset }) => (
        <Button
          variant="ghost"
          onClick={() => {
            reset();
            setIsRecovery(!isRecovery);
          }}
        >
          {isRecovery ? texts.toCode : texts.toRecovery}
        </Button>
      )}
    >
      {({ field }) =>
        isRecovery ? (
          <TextField
            label={texts.recovery}
            {...field("code")}
            required
            ref={focus}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        ) : (
          <CodeField ref={focus} label={texts.code} {...field("code")} />
        )
      }
    </FormDialog>
  );
}

/** The other field takes the focus from the button that showed it. */
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
