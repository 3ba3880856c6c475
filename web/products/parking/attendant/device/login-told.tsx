import { useLocation } from "react-router";
import { loginTexts } from "#parking/kernel/login/login-texts.ts";

/** The router state of the list that follows a login. */
export const JUST_LOGGED_IN = { isJustLoggedIn: true } as const;

/** Says to screen readers that the login succeeded (document 1 §8). Eyes see the list, which no toast should cover at that moment. */
export function LoginTold() {
  const { state } = useLocation() as { state: { isJustLoggedIn?: unknown } | null };
  return <output className="sr-only">{state?.isJustLoggedIn === true && loginTexts.attendant.success}</output>;
}
