import { useRef, useState } from "react";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { enterAsGuest } from "#session/logins/visitor.ts";
import { texts } from "../texts.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { CaseLink } from "./case-link.tsx";
import { WithReceipts } from "./with-receipts.tsx";
import { useEarlyPress } from "#shared/use-early-press.ts";

/** A card with sign-in and sign-up, one at a time, and the button for guests (document 1 §2). */
export function AccountCard() {
  const [isSignIn, setIsSignIn] = useState(true);
  const [email, setEmail] = useState("");
  const card = useRef<HTMLDivElement>(null);
  useEarlyPress(card);
  function changeTo(next: "sign-in" | "sign-up", typedEmail: string) {
    setEmail(typedEmail);
    setIsSignIn(next === "sign-in");
  }
  return (
    <WithReceipts>
      <Card ref={card}>
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
        <div className="mt-6 border-t border-line pt-6">
          <Button wide aria-describedby="guest-hint" onClick={enterAsGuest}>
            {texts.landing.guest}
          </Button>
          <p id="guest-hint" className="mt-2 text-sm text-ink-soft">
            {texts.landing.guestHint}
          </p>
          <CaseLink />
        </div>
      </Card>
    </WithReceipts>
  );
}
