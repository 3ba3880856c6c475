/** The place of a stored password in a list: the readable password, or `Dold` and a button (decisions §4). */
import { type ReactNode, useState } from "react";
import type { AccountKey } from "#data/staff_accounts/mutations.ts";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { NewPasswordDialog } from "./new-password-dialog.tsx";
import { passwordTexts } from "./password-texts.ts";

type StoredPasswordProps = {
  /** The ID or address of the person in this row. */
  name: string;
  /** The account at the sign-in service; null when the row has none. */
  account: AccountKey | null;
  /** The password as the table has it; null when nobody can read it. */
  password?: string | null;
  /** Draws a readable password. */
  children?: (password: string) => ReactNode;
};

/** Draws a stored password. Without a password and an account it draws nothing. */
export function StoredPassword({ name, account, password = null, children }: StoredPasswordProps) {
  const [isSetting, setIsSetting] = useState(false);
  const texts = passwordTexts[useLanguage()];
  if (password !== null) return children?.(password);
  if (account === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-sm text-ink-soft">
        {texts.label} <span className="rounded-sm bg-sunken px-1.5 text-base text-ink">{texts.hidden}</span>
      </span>
      <Button size="small" aria-label={texts.setNamed(name)} onClick={() => setIsSetting(true)}>
        {texts.set}
      </Button>
      <NewPasswordDialog open={isSetting} name={name} account={account} onClose={() => setIsSetting(false)} />
    </div>
  );
}

/** The key of a row's account, or null when the row has none. */
export const accountOf = (accountId: string | null): AccountKey | null => (accountId === null ? null : { accountId });
