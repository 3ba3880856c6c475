import { useId } from "react";
import { credentialQueries } from "#data/admin_user_credentials/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { useLanguage } from "#shared/ui/language.ts";
import { passwordTexts } from "../passwords/password-texts.ts";

/** The choice to mail a new account's person a link instead of a password; nothing on a server without mail. */
export function InvitationChoice({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const texts = passwordTexts[useLanguage()];
  const hint = useId();
  // The profile `specified` makes only the calls of the documents.
  const enabled = import.meta.env.VITE_SECURITY_PROFILE === "hardened";
  const { data: maySendLinks } = useQuery({ ...credentialQueries.maySendLinks(), enabled });
  if (maySendLinks !== true) return null;
  return (
    <div>
      <label className="flex min-h-12 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={hint}
          onChange={({ target }) => onChange(target.checked)}
          className="size-6 shrink-0 cursor-pointer accent-brand"
        />
        {texts.invite}
      </label>
      <p id={hint} className="text-sm text-ink-soft">
        {texts.inviteHint}
      </p>
    </div>
  );
}
