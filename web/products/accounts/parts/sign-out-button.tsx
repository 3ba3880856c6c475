import { LogOut } from "lucide-react";
import { useNavigate } from "react-router";
import { leave } from "#session/visitor.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";

/** Signs the account out and goes home: first away from the page, whose guard would lead to the sign-in. */
export function SignOutButton({ label }: { label: string }) {
  const navigate = useNavigate();
  async function handleSignOut() {
    await navigate(paths.landing());
    await leave();
  }
  return (
    <Button onClick={() => void handleSignOut()}>
      <LogOut aria-hidden="true" />
      {label}
    </Button>
  );
}
