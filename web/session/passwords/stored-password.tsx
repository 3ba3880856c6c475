/** Where a list shows a stored password: readable as the product shows it, else `Dold` and a button (decisions §4). */
import { type ReactNode, useState } from "react";
import type { AccountKey } from "#data/staff_accounts/mutations.ts";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { NewPasswordDialog } from "./new-password-dialog.tsx";
import { passwordTexts } from "./password-texts.ts";

type StoredPasswordProps = {
  /** Whose password it is: the ID or the address that the row is named by. */
  name: string;
  /** The account at the sign-in service; null where the row has none. */
  account: AccountKey | null;
  /** As the table has it: null where nobody can read it. */
  password?: string | null;
  /** How the product shows a readable one. */
  children?: (password: string) => ReactNode;
};

/** A stored password's place. Without a password and an account there is nothing to show. */
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

/** The account of a row that says whose it is. */
export const accountOf = (accountId: string | null): AccountKey | null => (accountId === null ? null : { accountId });
