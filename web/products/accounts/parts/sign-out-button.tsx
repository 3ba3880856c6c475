import { LogOut } from "lucide-react";
import { useSignOut } from "#session/use-sign-out.ts";
import { Button } from "#shared/ui/button.tsx";

/** Signs the account out and goes home. */
export function SignOutButton({ label }: { label: string }) {
  const signOut = useSignOut();
  return (
    <Button onClick={() => void signOut()}>
      <LogOut aria-hidden="true" />
      {label}
    </Button>
  );
}
