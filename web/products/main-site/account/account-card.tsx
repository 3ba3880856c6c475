import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { enterAsGuest } from "#session/logins/visitor.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { texts } from "../texts.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

/** The hash of an address that leads to the sign-in, where a phone has it folded. */
const SIGN_IN = "#sign-in";

const neverChanges = () => () => undefined;

/**
 * A card with sign-in and sign-up, one at a time, and the button for guests (document 1 §2). On a phone the form is folded until somebody
 * wants it, because most visitors come to park.
 */
export function AccountCard() {
  const [isSignIn, setIsSignIn] = useState(true);
  const [email, setEmail] = useState("");
  const [isPressed, setIsPressed] = useState<boolean>();
  const { hash } = useLocation();
  // The page is drawn folded, and opens as soon as it is alive.
  const isLinked = useSyncExternalStore(
    neverChanges,
    () => hash === SIGN_IN,
    () => false,
  );
  const isOpen = isPressed ?? isLinked;
  function changeTo(next: "sign-in" | "sign-up", typedEmail: string) {
    setEmail(typedEmail);
    setIsSignIn(next === "sign-in");
  }
  return (
    <Card id={SIGN_IN.slice(1)}>
      <Button
        wide
        className="md:hidden"
        aria-expanded={isOpen}
        aria-controls="account"
        onClick={() => setIsPressed(!isOpen)}
      >
        {texts.landing.unfold}
        <ChevronDown aria-hidden="true" className={clsx(isOpen && "rotate-180")} />
      </Button>
      <div id="account" className={clsx("max-md:mt-6", !isOpen && "max-md:hidden")}>
        <CardHeader title={isSignIn ? texts.landing.signInTitle : texts.landing.signUpTitle} />
        {isSignIn ? (
          <SignInForm email={email} onToggle={(typed) => changeTo("sign-up", typed)} />
        ) : (
          <SignUpForm
            email={email}
            onSignedUp={(typed) => changeTo("sign-in", typed)}
            onToggle={(typed) => changeTo("sign-in", typed)}
          />
        )}
      </div>
      <div className="mt-4 border-line md:mt-6 md:border-t md:pt-6">
        <Button wide aria-describedby="guest-hint" onClick={enterAsGuest}>
          {texts.landing.guest}
        </Button>
        <p id="guest-hint" className="mt-2 text-sm text-ink-soft">
          {texts.landing.guestHint}
        </p>
      </div>
    </Card>
  );
}
