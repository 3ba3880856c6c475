import * as v from "valibot";
import { PASSWORD_LENGTH } from "#contract/limits.ts";
import { isCurrentPasswordWrong } from "#data/data-error.ts";
import type { PasswordChange } from "#data/own_logins/mutations.ts";
import { CancelButton, Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { type FormFailure, SubmitError, useForm } from "#shared/form/use-form.ts";
import { newPasswordSchema } from "./new-password-schema.ts";
import type { Language } from "#shared/ui/language.ts";
import { passwordRefusal } from "./password-refusal.ts";
import { passwordTexts } from "./password-texts.ts";

type Props = {
  lang: Language;
  /** The password that must not be chosen again; without it the form asks for it. */
  old?: string;
  /** Changes the password and shows a message. @throws DataError, which the form shows. */
  change: (input: PasswordChange) => Promise<void>;
  /** The message when the password could not be changed; by default `ownPasswordFailure` in the current language. */
  failed?: (error: unknown) => FormFailure;
  onDone?: () => void;
  onCancel?: () => void;
};

/** A form for a new password of one's own, typed twice. */
export function OwnPasswordForm({ lang, old, change, failed, onDone, onCancel }: Props) {
  const texts = passwordTexts[lang];
  const form = useForm({
    initial: { current: old ?? "", password: "", repeated: "" },
    schema: ownPasswordSchema(lang),
    required: {
      fields: ["current", "password", "repeated"],
      text: old === undefined ? texts.missingCurrent : texts.missing,
    },
    onSubmit: async ({ password, current }) => {
      await change({ password, current }).catch((error: unknown) => {
        throw isCurrentPasswordWrong(error) ? new SubmitError("", { current: texts.currentWrong }) : error;
      });
      form.reset();
      onDone?.();
    },
    failed: failed ?? ((error) => ownPasswordFailure(error, lang)),
  });
  const common = {
    required: true,
    maxLength: PASSWORD_LENGTH.max,
    autoComplete: "new-password",
    reveal: true,
  } as const;
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{texts.save}</SubmitButton>
          {onCancel !== undefined && <CancelButton onClick={onCancel} />}
        </>
      }
    >
      {old === undefined && (
        <PasswordField label={texts.current} {...form.field("current")} {...common} autoComplete="current-password" />
      )}
      <PasswordField label={texts.newPassword} {...form.field("password")} {...common} />
      <PasswordField label={texts.repeat} {...form.field("repeated")} {...common} />
    </Form>
  );
}

/** The message when a password could not be changed. */
export const ownPasswordFailure = (error: unknown, lang: Language): FormFailure => {
  const text = passwordRefusal(error, lang);
  // The text stands in the form, because a toast lies behind a dialog on a phone.
  return text === null ? passwordTexts[lang].failed : { text, at: "form" };
};

/** The rules of a password that replaces another, with messages in the language of the screen. */
function ownPasswordSchema(lang: Language) {
  const texts = passwordTexts[lang];
  return v.pipe(
    v.object({ current: v.string(), password: newPasswordSchema(lang), repeated: v.string() }),
    v.forward(
      v.partialCheck([["current"], ["password"]], ({ current, password }) => current !== password, texts.same),
      ["password"],
    ),
    v.forward(
      v.partialCheck([["password"], ["repeated"]], ({ password, repeated }) => password === repeated, texts.different),
      ["repeated"],
    ),
  );
}
