/** The two fields that people log in with: one form for every kind, the screens bring their texts and what a login does. */
import type { GenericSchema } from "valibot";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { LoginReason } from "./login-reason.tsx";
import { filledLoginSchema } from "./login-schema.ts";
import { LoginCancelled, LoginRefused } from "./sign-in.ts";

export type LoginCredentials = { userId: string; password: string };

type LoginFormProps = {
  labels: { userId: string; password: string; submit: string };
  /** It is left out where both fields must be filled and have no other rule. */
  schema?: GenericSchema<LoginCredentials, LoginCredentials>;
  /** The one text for empty fields; without it the schema or `onLogIn` tells them. */
  missing?: string;
  /**
   * Checks the credentials, opens the session and tells that it is open. @throws LoginRefused when they are wrong; DataError when they
   * cannot be checked.
   */
  onLogIn: (credentials: LoginCredentials) => Promise<void>;
  /** What is told when the credentials could not be checked: in a toast and at the form, as every failed login is. */
  failed: (error: unknown) => string;
};

/** The form of a login by ID and password (document 1 §5, document 2 §5). A failed attempt keeps what was typed. */
export function LoginForm({ labels, schema = filledLoginSchema, missing, onLogIn, failed }: LoginFormProps) {
  const form = useForm({
    initial: { userId: "", password: "" },
    schema,
    ...(missing === undefined ? {} : { required: { fields: ["userId", "password"], text: missing } }),
    onSubmit: onLogIn,
    failed: (error) =>
      error instanceof LoginCancelled
        ? undefined
        : { text: error instanceof LoginRefused ? error.message : failed(error), at: "both" },
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} wide>
          {labels.submit}
        </SubmitButton>
      }
    >
      <TextField
        label={labels.userId}
        {...form.field("userId")}
        required
        maxLength={USER_ID_LENGTH.max}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField
        label={labels.password}
        {...form.field("password")}
        required={missing !== undefined}
        maxLength={PASSWORD_LENGTH.max}
        reveal
      />
      <LoginReason />
    </Form>
  );
}
