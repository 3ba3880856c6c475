import { useLocation } from "react-router";
import { returnAddress } from "#session/account/require-agent.tsx";
import { SignInPage } from "../parts/sign-in-page.tsx";

/** The sign-in for visitors of other screens; it returns to the screen that they came from (decisions §3). */
export function AuthScreen() {
  const { state } = useLocation();
  return <SignInPage from={returnAddress(state)} />;
}
