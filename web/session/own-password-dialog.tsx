import * as v from "valibot";
import { PASSWORD_LENGTH } from "#contract/limits.ts";
import { DataError } from "#data/data-error.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import type { QuestionAbout } from "./account-question.ts";
import { newPasswordSchema } from "./new-password-schema.ts";
import { passwordTexts } from "./password-texts.ts";

type PasswordQuestion = QuestionAbout<"password">;

/** Asks for a password of one's own, twice; whoever closes it is not logged in (decisions §4). */
export function OwnPasswordDialog({ question }: { question: PasswordQuestion }) {
  const texts = passwordTexts[question.lang];
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || question.answer(false)}
      title={texts.changeTitle}
      description={texts.changeHint}
      closeText={texts.close}
      lang={question.lang}
    >
      <OwnPasswordForm question={question} />
    </Dialog>
  );
}

function OwnPasswordForm({ question }: { question: PasswordQuestion }) {
  const texts = passwordTexts[question.lang];
  const form = useForm({
    initial: { password: "", repeated: "" },
    schema: ownPasswordSchema(question),
    required: { fields: ["password", "repeated"], text: texts.missing },
    onSubmit: async ({ password }) => {
      await question.change(password);
      toast.success(texts.saved);
      question.answer(true);
    },
    failed: (error) => {
      // In the form, since a toast lies behind the dialog on a phone.
      if (isGuessable(error)) return texts.guessable ?? error.message;
      toast.error(texts.failed);
      return undefined;
    },
  });
  const reveal = { show: texts.show, hide: texts.hide };
  const common = { required: true, maxLength: PASSWORD_LENGTH.max, autoComplete: "new-password", reveal } as const;
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{texts.save}</SubmitButton>
          <Button onClick={() => question.answer(false)}>{texts.cancel}</Button>
        </>
      }
    >
      <PasswordField label={texts.newPassword} {...form.field("password")} {...common} />
      <PasswordField label={texts.repeat} {...form.field("repeated")} {...common} />
    </Form>
  );
}

/** Whether the server found the password too easy to guess; it says so in Swedish, and the function hands its words on. */
const isGuessable = (error: unknown): error is DataError =>
  error instanceof DataError &&
  (error.code === "weak_password" || (error.code === "refused" && error.message.startsWith("Lösenordet ")));

/** The rules of a password that replaces `old`; the messages are in the language of the question. */
function ownPasswordSchema({ lang, old }: PasswordQuestion) {
  const texts = passwordTexts[lang];
  return v.pipe(
    v.object({
      password: v.pipe(newPasswordSchema(lang), v.notValue(old, texts.same)),
      repeated: v.string(),
    }),
    v.forward(
      v.partialCheck([["password"], ["repeated"]], ({ password, repeated }) => password === repeated, texts.different),
      ["repeated"],
    ),
  );
}
