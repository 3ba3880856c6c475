import { Copy, KeyRound } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { useCreateEmailAdmin } from "#data/admin_user_credentials/mutations.ts";
import { DataError, isDuplicate } from "#data/data-error.ts";
import { newPasswordSchema } from "#session/passwords/new-password-schema.ts";
import { copyText } from "#shared/feedback/copy-text.ts";
import { toast } from "#shared/feedback/toast.ts";
import { NewEmailAccountFields } from "#session/account/new-email-account-fields.tsx";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";
import { suggestPassword } from "./suggested-password.ts";

const { form: texts } = adminTexts.administrators;

type Given = { email: string; password: string };

const schema = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.rfcEmail(texts.emailWrong)),
  password: newPasswordSchema("sv"),
});

/** Makes an administrator of e-mail accounts, and shows the password once, to be handed over. */
export function EmailAdminForm() {
  const create = useCreateEmailAdmin();
  const [given, setGiven] = useState<Given>();
  const form = useForm({
    initial: { email: "", password: "" },
    schema,
    required: { fields: ["email", "password"], text: texts.missing },
    onSubmit: async (account) => {
      await create.mutateAsync(account).catch((error: unknown) => {
        throw isDuplicate(error) ? new SubmitError("", { email: texts.taken }) : error;
      });
      toast.success(texts.added);
      form.reset();
      setGiven(account);
    },
    failed: (error) =>
      // The sign-in service says why in Swedish.
      error instanceof DataError && error.message.startsWith("Lösenordet ")
        ? { text: error.message, at: "form" }
        : texts.failed,
  });
  if (given !== undefined) return <GivenPassword given={given} onDone={() => setGiven(undefined)} />;
  return (
    <Form form={form} label={texts.title} actions={<SubmitButton form={form}>{texts.submit}</SubmitButton>}>
      <NewEmailAccountFields
        labels={texts}
        reveal={texts}
        email={form.field("email")}
        password={form.field("password")}
      />
      <Button size="small" className="justify-self-start" onClick={() => form.set("password", suggestPassword())}>
        <KeyRound aria-hidden="true" />
        {texts.suggest}
      </Button>
    </Form>
  );
}

/** The form that was sent is gone. */
const focus = (element: HTMLElement | null) => element?.focus();

/** The password of the account that was just made; nobody can read it again. */
function GivenPassword({ given, onDone }: { given: Given; onDone: () => void }) {
  return (
    <section ref={focus} tabIndex={-1} aria-label={texts.givenTitle(given.email)}>
      <p className="font-semibold wrap-anywhere">{texts.givenTitle(given.email)}</p>
      <p className="mt-1 text-sm text-ink-soft">{texts.givenHint}</p>
      <code className="my-4 block rounded-control bg-surface p-3 text-lg wrap-anywhere select-all">
        {given.password}
      </code>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copyText(given.password, texts)}>
          <Copy aria-hidden="true" />
          {texts.copy}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </section>
  );
}
