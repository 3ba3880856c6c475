import { SignInPage } from "../parts/sign-in-page.tsx";

/** The general sign-in: agents go on to the properties, all other accounts to the landing page (document 2 §2). */
export function LoginScreen() {
  return <SignInPage from={null} />;
}
