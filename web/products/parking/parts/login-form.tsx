import { PASSWORD_LENGTH, REDIRECT_AFTER_LOGIN_MS, USER_ID_LENGTH } from "#contract/limits.ts";
import type { Person } from "#session/sign-in.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import type { LoginSchema } from "../rules/login-schema.ts";

type Credentials = { userId: string; password: string };

type LoginFormProps = {
  texts: {
    userId: string;
    password: string;
    showPassword: string;
    hidePassword: string;
    submit: string;
    missing: string;
    failed: string;
    wrong: string;
    success: string;
  };
  schema: LoginSchema;
  /** Whose credentials they are; null when they are wrong. @throws DataError when they cannot be checked. */
  check: (credentials: Credentials) => Promise<Person | null>;
  /** Opens the session, which takes the screen on. */
  onLoggedIn: (person: Person) => void;
};

/** The two fields that attendants and customer admins log in with, and what becomes of an attempt (document 1 §5, §8). */
export function LoginForm({ texts, schema, check, onLoggedIn }: LoginFormProps) {
  async function handleSubmit(credentials: Credentials) {
    const person = await check(credentials);
    if (person === null) {
      toast.error(texts.wrong);
      return;
    }
    toast.success(texts.success);
    await new Promise((resolve) => setTimeout(resolve, REDIRECT_AFTER_LOGIN_MS));
    onLoggedIn(person);
  }

  const form = useForm({
    initial: { userId: "", password: "" },
    schema,
    required: { fields: ["userId", "password"], text: texts.missing },
    onSubmit: handleSubmit,
    failed: () => {
      toast.error(texts.failed);
      return undefined;
    },
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} wide>
          {texts.submit}
        </SubmitButton>
      }
    >
      <TextField
        label={texts.userId}
        {...form.field("userId")}
        required
        maxLength={USER_ID_LENGTH.max}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField
        label={texts.password}
        {...form.field("password")}
        required
        maxLength={PASSWORD_LENGTH.max}
        reveal={{ show: texts.showPassword, hide: texts.hidePassword }}
      />
    </Form>
  );
}
