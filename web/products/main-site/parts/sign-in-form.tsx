import type { ReactNode } from "react";
import { messageOf } from "#data/data-error.ts";
import { enterWithAccount } from "#session/visitor.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { signInSchema } from "../rules/account-schema.ts";
import { texts } from "../texts.ts";
import { EMAIL_INPUT, REVEAL } from "./account-inputs.ts";

type Props = {
  email: string;
  /** Told what is typed, so that the other form starts with it. */
  onEmailChange: (email: string) => void;
  toggle: ReactNode;
};

/** Signs in with an account; the landing page then shows the dashboard. */
export function SignInForm({ email, onEmailChange, toggle }: Props) {
  const form = useForm({
    initial: { email, password: "" },
    schema: signInSchema,
    onSubmit: async (typed) => {
      await enterWithAccount(typed.email, typed.password);
      toast.success(texts.signIn.success);
    },
    failed: (error) => {
      toast.error(texts.signIn.failed, { description: messageOf(error) });
      return undefined;
    },
  });
  const emailField = form.field("email");
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{texts.landing.signIn}</SubmitButton>
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
      <PasswordField
        {...form.field("password")}
        label={texts.landing.password}
        required
        autoComplete="current-password"
        reveal={REVEAL}
      />
    </Form>
  );
}
