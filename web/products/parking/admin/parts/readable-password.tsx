import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button } from "#shared/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.accounts;

/** What the SHA-256 of a password looks like (document 1 §6): nobody can read it. */
const HASHED = /^[0-9a-f]{64}$/i;
const DOTS = "••••••••";

/** A readable password, hidden until it is asked for: document 1 §6 asks to keep it so in the profile `specified`. */
export function ReadablePassword({ userId, password }: { userId: string; password: string }) {
  const [isShown, setIsShown] = useState(false);
  if (HASHED.test(password)) return <p className="text-sm text-ink-soft">{texts.hashed}</p>;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 rounded-sm bg-sunken px-2 py-0.5 wrap-anywhere">{isShown ? password : DOTS}</code>
      <Button
        variant="ghost"
        size="icon"
        className="shrink-0"
        aria-label={isShown ? texts.hideNamed(userId) : texts.revealNamed(userId)}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon aria-hidden="true" />
      </Button>
    </div>
  );
}
