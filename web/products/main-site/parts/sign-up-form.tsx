import type { ReactNode } from "react";
import { signUp } from "#session/account.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { signUpSchema } from "../rules/account-schema.ts";
import { signUpFailureText } from "../rules/sign-up-failure.ts";
import { texts } from "../texts.ts";
import { EMAIL_INPUT } from "./account-inputs.ts";

type Props = {
  email: string;
  /** Told what is typed, so that the other form starts with it. */
  onEmailChange: (email: string) => void;
  onSignedUp: () => void;
  toggle: ReactNode;
};

/** Makes an account; the person signs in with it afterwards (document 1 §8). */
export function SignUpForm({ email, onEmailChange, onSignedUp, toggle }: Props) {
  const form = useForm({
    initial: { email, password: "", confirm: "" },
    schema: signUpSchema,
    onSubmit: async (typed) => {
      await signUp(typed.email, typed.password);
      toast.success(texts.signUp.success, { description: texts.signUp.successNext });
      onSignedUp();
    },
    failed: (error) => {
      toast.error(signUpFailureText(error));
      return undefined;
    },
  });
  const emailField = form.field("email");
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{texts.landing.signUp}</SubmitButton>
          {toggle}
        </>
      }
    >
      <TextField
        {...emailField}
        {...EMAIL_INPUT}
        label={texts.landing.email}
        required
        onChange={(value) => {
          emailField.onChange(value);
          onEmailChange(value);
        }}
      />
      <PasswordField {...form.field("password")} label={texts.landing.password} required autoComplete="new-password" />
      <PasswordField
        {...form.field("confirm")}
        label={texts.landing.confirmPassword}
        required
        autoComplete="new-password"
      />
    </Form>
  );
}
