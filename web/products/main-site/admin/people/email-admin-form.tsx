import { atPassword } from "#session/passwords/password-refusal.ts";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { useCreateEmailAdmin } from "#data/admin_user_credentials/mutations.ts";
import { isDuplicate } from "#data/data-error.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { newPasswordSchema } from "#session/passwords/new-password-schema.ts";
import { NewEmailAccountFields } from "#session/account/new-email-account-fields.tsx";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";
import { GivenPassword } from "./given-password.tsx";
import { suggestPassword } from "./suggested-password.ts";

const { form: texts } = adminTexts.administrators;

type Given = { email: string; password: string };

const useCreate = defineAction({
  mutation: useCreateEmailAdmin,
  done: () => texts.added,
  failed: () => texts.failed,
});

const schema = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.rfcEmail(texts.emailWrong)),
  password: newPasswordSchema("sv"),
});

/** A form that makes an administrator of e-mail accounts, and shows the password once, to be handed over. */
export function EmailAdminForm() {
  const create = useCreate();
  const [given, setGiven] = useState<Given>();
  const [invite, setInvite] = useState(false);
  const form = useForm({
    initial: { email: "", password: "" },
    schema: invite ? v.object({ ...schema.entries, password: v.string() }) : schema,
    required: invite
      ? { fields: ["email"], text: texts.emailWrong }
      : { fields: ["email", "password"], text: texts.missing },
    onSubmit: async (account) => {
      await create.submit({ ...account, ...(invite && { invite }) }).catch((error: unknown) => {
        throw isDuplicate(error) ? new SubmitError("", { email: texts.taken }) : atPassword(error, "sv");
      });
      form.reset();
      setInvite(false);
      if (!invite) setGiven(account);
    },
    failed: create.failed,
  });
  if (given !== undefined) {
    const { email, password } = given;
    return (
      <GivenPassword name={email} password={password} hint={adminTexts.given.hint} onDone={() => setGiven(undefined)} />
    );
  }
  return (
    <Form form={form} label={texts.title} actions={<SubmitButton form={form}>{texts.submit}</SubmitButton>}>
      <NewEmailAccountFields
        labels={texts}
        email={form.field("email")}
        password={form.field("password")}
        invitation={{ isOn: invite, onChange: setInvite }}
      />
      {!invite && (
        <Button size="small" className="justify-self-start" onClick={() => form.set("password", suggestPassword())}>
          <KeyRound aria-hidden="true" />
          {texts.suggest}
        </Button>
      )}
    </Form>
  );
}
