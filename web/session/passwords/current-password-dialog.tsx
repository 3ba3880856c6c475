import { FormDialog } from "#shared/form/form-dialog.tsx";
import * as v from "valibot";
import { PASSWORD_LENGTH } from "#contract/limits.ts";
import { isCurrentPasswordWrong } from "#data/data-error.ts";
import { PasswordField } from "#shared/form/password-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import type { QuestionAbout } from "../account/account-question.ts";
import { passwordTexts } from "./password-texts.ts";

/** Asks for the person's current password, before an action that a borrowed session must not do. */
export function CurrentPasswordDialog({ question }: { question: QuestionAbout<"current-password"> }) {
  const { lang, use, answer } = question;
  const texts = passwordTexts[lang];
  return (
    <FormDialog
      title={texts.askCurrentTitle}
      description={texts.askCurrentHint}
      lang={lang}
      submit={texts.goOn}
      onClose={() => answer(false)}
      onSaved={() => answer(true)}
      initial={{ current: "" }}
      schema={v.object({ current: v.pipe(v.string(), v.nonEmpty(texts.askCurrentMissing)) })}
      onSubmit={({ current }) =>
        use(current).catch((error: unknown) => {
          throw isCurrentPasswordWrong(error) ? new SubmitError("", { current: texts.currentWrong }) : error;
        })
      }
      failed={() => ({ text: texts.askCurrentFailed, at: "form" })}
    >
      {({ field }) => (
        <PasswordField
          label={texts.current}
          {...field("current")}
          required
          maxLength={PASSWORD_LENGTH.max}
          autoComplete="current-password"
          reveal
        />
      )}
    </FormDialog>
  );
}
