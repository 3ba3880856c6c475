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
import { useLanguage } from "#shared/ui/language.ts";
import { passwordTexts } from "./password-texts.ts";
import { newPasswordSchema } from "./new-password-schema.ts";
import { useRemoveSecondFactor, useSetPassword } from "../staff/staff.ts";

type NewPasswordProps = { name: string; account: AccountKey; onClose: () => void };

export function NewPasswordDialog({ open, ...props }: NewPasswordProps & { open: boolean }) {
  const texts = passwordTexts[useLanguage()];
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || props.onClose()}
      title={texts.setNamed(props.name)}
      description={texts.setHint}
    >
      <NewPasswordForm {...props} />
      <LostFactor account={props.account} />
    </Dialog>
  );
}

/** For somebody who lost the second factor; recovery codes go with it. */
function LostFactor({ account }: Pick<NewPasswordProps, "account">) {
  const texts = passwordTexts[useLanguage()];
  const remove = useRemoveSecondFactor();

  async function handleRemove() {
    try {
      await remove.mutateAsync(account);
      toast.success(texts.factorRemoved);
    } catch {
      toast.error(texts.factorFailed);
    }
  }

  return (
    <div className="mt-6 grid justify-items-start gap-2 border-t border-line pt-4">
      <p className="text-sm text-ink-soft">{texts.factorHint}</p>
      <Button size="small" pending={remove.isPending} onClick={() => void handleRemove()}>
        {texts.removeFactor}
      </Button>
    </div>
  );
}

function NewPasswordForm({ account, onClose }: NewPasswordProps) {
  const lang = useLanguage();
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
    failed: () => texts.failed,
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
