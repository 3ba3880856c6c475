/** The form with the two fields of a login, for every kind of person. The screens bring the texts and the login itself. */
import type { GenericSchema } from "valibot";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { useEarlyPress } from "#shared/use-early-press.ts";
import { LoginReason } from "./login-reason.tsx";
import { filledLoginSchema } from "./login-schema.ts";
import { LoginCancelled, LoginRefused } from "./sign-in.ts";

export type LoginCredentials = { userId: string; password: string };

type LoginFormProps = {
  labels: { userId: string; submit: string };
  /** The rules of the fields; by default both must be filled. */
  schema?: GenericSchema<LoginCredentials, LoginCredentials>;
  /** The one text for empty fields; without it the schema or `onLogIn` reports them. */
  missing?: string;
  /**
   * Checks the credentials, opens the session and shows the welcome.
   * @throws LoginRefused when they are wrong; DataError when they cannot be checked.
   */
  onLogIn: (credentials: LoginCredentials) => Promise<void>;
  /** The message when the credentials could not be checked, in a toast and at the form. */
  failed: (error: unknown) => string;
};

/** The form of a login by ID and password (document 1 §5, document 2 §5). After a failed attempt the typed values stay. */
export function LoginForm({ labels, schema = filledLoginSchema, missing, onLogIn, failed }: LoginFormProps) {
  useEarlyPress();
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
        {...form.field("password")}
        required={missing !== undefined}
        maxLength={PASSWORD_LENGTH.max}
        reveal
      />
      <LoginReason />
    </Form>
  );
}
