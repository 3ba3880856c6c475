import { messageOf } from "#data/data-error.ts";
import { LoginCancelled } from "#session/logins/sign-in.ts";
import { enterWithAccount } from "#session/logins/visitor.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { signInSchema } from "./account-schema.ts";
import { texts } from "../texts.ts";
import { EMAIL_INPUT } from "./account-inputs.ts";

type Props = {
  email: string;
  /** Changes to the other form, and passes the typed e-mail address on. */
  onToggle: (email: string) => void;
};

/** The sign-in form; after it the landing page shows the dashboard. */
export function SignInForm({ email, onToggle }: Props) {
  const form = useForm({
    initial: { email, password: "" },
    schema: signInSchema,
    onSubmit: async (typed) => {
      await enterWithAccount(typed.email, typed.password);
      toast.success(texts.signIn.success);
    },
    failed: (error) =>
      error instanceof LoginCancelled
        ? undefined
        : { text: texts.signIn.failed, description: messageOf(error), at: "both" },
  });
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{texts.landing.signIn}</SubmitButton>
          <Button variant="ghost" onClick={() => onToggle(form.values.email)}>
            {texts.landing.toSignUp}
          </Button>
        </>
      }
    >
      <TextField {...form.field("email")} {...EMAIL_INPUT} label={texts.landing.email} required />
      <PasswordField {...form.field("password")} required autoComplete="current-password" reveal />
    </Form>
  );
}
