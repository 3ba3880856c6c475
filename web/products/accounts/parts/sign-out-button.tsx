import { LogOut } from "lucide-react";
import { hasAccountHint } from "#session/account/account-hint.ts";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import { useSignOut } from "#session/logins/use-sign-out.ts";
import { Button } from "#shared/ui/button.tsx";

/** A link to one's own account, and a button that signs out and goes home. */
export function SignOutButton({ label }: { label: string }) {
  const signOut = useSignOut();
  return (
    <>
      {hasAccountHint() && <OwnAccountLink />}
      <Button onClick={() => void signOut()}>
        <LogOut aria-hidden="true" />
        {label}
      </Button>
    </>
  );
}
