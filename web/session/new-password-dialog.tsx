/** Gives somebody a new password (decisions §4: nobody reads the old one). */
import * as v from "valibot";
import { PASSWORD_LENGTH } from "#contract/limits.ts";
import type { AccountKey } from "#data/staff_accounts/mutations.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { type PasswordLanguage, passwordTexts } from "./password-texts.ts";
import { newPasswordSchema } from "./new-password-schema.ts";
import { useSetPassword } from "./staff.ts";

type NewPasswordProps = { name: string; account: AccountKey; lang: PasswordLanguage; onClose: () => void };

export function NewPasswordDialog({ open, ...props }: NewPasswordProps & { open: boolean }) {
  const texts = passwordTexts[props.lang];
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || props.onClose()}
      title={texts.setNamed(props.name)}
      description={texts.setHint}
      closeText={texts.close}
      lang={props.lang}
    >
      <NewPasswordForm {...props} />
    </Dialog>
  );
}

function NewPasswordForm({ account, lang, onClose }: NewPasswordProps) {
  const texts = passwordTexts[lang];
  const setPassword = useSetPassword();
  const form = useForm({
    initial: { password: "" },
    schema: v.object({
      password: newPasswordSchema(lang),
    }),
    onSubmit: async ({ password }) => {
      await setPassword.mutateAsync({ ...account, password });
      toast.success(texts.saved);
      onClose();
    },
    failed: () => {
      toast.error(texts.failed);
      return undefined;
    },
  });
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{texts.save}</SubmitButton>
          <Button onClick={onClose}>{texts.cancel}</Button>
        </>
      }
    >
      <PasswordField
        label={texts.newPassword}
        {...form.field("password")}
        required
        maxLength={PASSWORD_LENGTH.max}
        autoComplete="new-password"
        reveal={{ show: texts.show, hide: texts.hide }}
      />
    </Form>
  );
}
