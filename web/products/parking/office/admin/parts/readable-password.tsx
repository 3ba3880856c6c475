import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useRecordAccess } from "#data/audit_trail/access.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Button } from "#shared/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.accounts;

/** The form of a SHA-256 password (document 1 §6), which nobody can read. */
const HASHED = /^[0-9a-f]{64}$/i;
const DOTS = "••••••••";

const useReveal = defineAction({
  mutation: useRecordAccess,
  done: () => undefined,
  failed: () => texts.revealFailed,
});

type Props = { project: string; userId: string; password: string };

/**
 * A readable password, hidden until an admin asks for it: document 1 §6 keeps it readable in the profile `specified`. The trail notes the
 * admin before the password is shown.
 */
export function ReadablePassword({ project, userId, password }: Props) {
  const [isShown, setIsShown] = useState(false);
  const reveal = useReveal();
  if (HASHED.test(password)) return <p className="text-sm text-ink-soft">{texts.hashed}</p>;

  async function handleToggle() {
    if (isShown) return setIsShown(false);
    const reading = { access: "read", subject: "user_passwords", project, details: { user_id: userId } } as const;
    if ((await reveal.run(reading)).status === "done") setIsShown(true);
  }

  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 rounded-sm bg-sunken px-2 py-0.5 wrap-anywhere">{isShown ? password : DOTS}</code>
      <Button
        variant="ghost"
        size="icon"
        className="shrink-0"
        aria-label={isShown ? texts.hideNamed(userId) : texts.revealNamed(userId)}
        pending={reveal.isPending()}
        onClick={() => void handleToggle()}
      >
        <Icon aria-hidden="true" />
      </Button>
    </div>
  );
}
