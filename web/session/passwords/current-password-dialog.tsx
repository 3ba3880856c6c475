import * as v from "valibot";
import { PASSWORD_LENGTH } from "#contract/limits.ts";
import { DataError } from "#data/data-error.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import type { QuestionAbout } from "../account/account-question.ts";
import { passwordTexts } from "./password-texts.ts";

/** Asks for the password that the person has, before something that a borrowed session must not do. */
export function CurrentPasswordDialog({ question }: { question: QuestionAbout<"current-password"> }) {
  const { lang, use, answer } = question;
  const texts = passwordTexts[lang];
  const form = useForm({
    initial: { current: "" },
    schema: v.object({ current: v.pipe(v.string(), v.nonEmpty(texts.askCurrentMissing)) }),
    onSubmit: async ({ current }) => {
      await use(current).catch((error: unknown) => {
        throw isWrong(error) ? new SubmitError("", { current: texts.currentWrong }) : error;
      });
      answer(true);
    },
    failed: () => ({ text: texts.askCurrentFailed, at: "form" }),
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || answer(false)}
      title={texts.askCurrentTitle}
      description={texts.askCurrentHint}
      lang={lang}
    >
      <Form
        form={form}
        actions={
          <>
            <SubmitButton form={form}>{texts.goOn}</SubmitButton>
            <Button onClick={() => answer(false)}>{texts.cancel}</Button>
          </>
        }
      >
        <PasswordField
          label={texts.current}
          {...form.field("current")}
          required
          maxLength={PASSWORD_LENGTH.max}
          autoComplete="current-password"
          reveal={{ show: texts.show, hide: texts.hide }}
        />
      </Form>
    </Dialog>
  );
}

const isWrong = (error: unknown) =>
  error instanceof DataError && error.code === "refused" && error.message.startsWith("Your current password");
