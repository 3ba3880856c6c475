import { signUp } from "#session/account/account.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { signUpSchema } from "./account-schema.ts";
import { signUpFailureText } from "./sign-up-failure.ts";
import { texts } from "../texts.ts";
import { EMAIL_INPUT } from "./account-inputs.ts";

type Props = {
  email: string;
  onSignedUp: (email: string) => void;
  /** Changes to the other form, and passes the typed e-mail address on. */
  onToggle: (email: string) => void;
};

/** The form for a new account; the person signs in with it afterwards (document 1 §8). */
export function SignUpForm({ email, onSignedUp, onToggle }: Props) {
  const form = useForm({
    initial: { email, password: "", confirm: "" },
    schema: signUpSchema,
    onSubmit: async (typed) => {
      await signUp(typed.email, typed.password);
      toast.success(texts.signUp.success, { description: texts.signUp.successNext });
      onSignedUp(typed.email);
    },
    failed: (error) => signUpFailureText(error),
  });
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{texts.landing.signUp}</SubmitButton>
          <Button variant="ghost" onClick={() => onToggle(form.values.email)}>
            {texts.landing.toSignIn}
          </Button>
        </>
      }
    >
      <TextField {...form.field("email")} {...EMAIL_INPUT} label={texts.landing.email} required />
      <PasswordField {...form.field("password")} required autoComplete="new-password" />
      <PasswordField
        {...form.field("confirm")}
        label={texts.landing.confirmPassword}
        required
        autoComplete="new-password"
      />
    </Form>
  );
}
