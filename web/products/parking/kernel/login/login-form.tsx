import { REDIRECT_AFTER_LOGIN_MS } from "#contract/limits.ts";
import { LoginForm, type LoginCredentials } from "#session/logins/login-form.tsx";
import type { LoginSchema } from "#session/logins/login-schema.ts";
import { LoginRefused, type Person } from "#session/logins/sign-in.ts";
import { getSignIn } from "#session/profile/profile.ts";
import { toast } from "#shared/feedback/toast.ts";
import { useFetchAhead } from "#shared/fetch-ahead.ts";

type ParkingLoginFormProps = {
  texts: {
    userId: string;
    submit: string;
    missing: string;
    failed: string;
    wrong: string;
    /** The message of a login; undefined where the next screen says it. */
    success: string | undefined;
  };
  schema: LoginSchema;
  /** The person of the credentials; null when they are wrong. @throws DataError when they cannot be checked. */
  check: (credentials: LoginCredentials) => Promise<Person | null>;
  /** Opens the session; the screen then goes on by itself. */
  onLoggedIn: (person: Person) => void;
};

/** Code that loads before the press, because a browser may remember a failed load for good. */
const AHEAD = [getSignIn];

/** A login form with its messages, for attendants and customer admins (document 1 §8, §9). */
export function ParkingLoginForm({ texts, schema, check, onLoggedIn }: ParkingLoginFormProps) {
  useFetchAhead(AHEAD);
  async function handleLogIn(credentials: LoginCredentials) {
    const person = await check(credentials);
    if (person === null) throw new LoginRefused(texts.wrong);
    if (texts.success !== undefined) toast.success(texts.success);
    await new Promise((resolve) => setTimeout(resolve, REDIRECT_AFTER_LOGIN_MS));
    onLoggedIn(person);
  }
  return (
    <LoginForm
      labels={texts}
      schema={schema}
      missing={texts.missing}
      onLogIn={handleLogIn}
      failed={() => texts.failed}
    />
  );
}
