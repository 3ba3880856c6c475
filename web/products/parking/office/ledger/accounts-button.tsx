import { useState } from "react";
import * as v from "valibot";
import { LEDGER_ACCOUNTS, type LedgerAccount } from "#contract/ledger.ts";
import { DataError } from "#data/data-error.ts";
import type { SiteLedger } from "#data/ledger_months/queries.ts";
import { type BookSettings, type SettingsSave, useSaveSettings } from "#data/site_settings/mutations.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { ledgerTexts } from "./ledger-texts.ts";

const texts = ledgerTexts.settings;

type Typed = Record<LedgerAccount | "year_start", string>;

const number = v.pipe(v.string(), v.trim(), v.regex(/^[1-9]\d{3}$/, texts.wrong));
const schema = v.object({
  ...(Object.fromEntries(LEDGER_ACCOUNTS.map((account) => [account, number])) as Record<LedgerAccount, typeof number>),
  year_start: v.pipe(v.string(), v.transform(Number)),
});

const MONTHS = Array.from({ length: 12 }, (_month, at) => {
  const month = String(at + 1);
  const name = new Date(2026, at).toLocaleDateString("sv-SE", { month: "long" });
  return { value: month, label: `1 ${name}` };
});

const useSave = defineAction<{ project: string; readAt: string; changes: BookSettings }, SettingsSave>({
  mutation: useSaveSettings,
  done: ({ outcome }) => (outcome === "saved" ? texts.saved : undefined),
  failed: (error) => (error instanceof DataError && error.code === "changed" ? texts.changed : texts.failed),
});

type ButtonProps = { project: string; settings: SiteSettings | null | undefined; ledger: SiteLedger | undefined };

/** The button that opens the accounts of a site's books. */
export function AccountsButton({ project, settings, ledger }: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isKnown = settings !== null && settings !== undefined && ledger !== undefined;
  return (
    <>
      <Button size="small" disabled={!isKnown} onClick={() => setOpen(true)}>
        {texts.button}
      </Button>
      {isOpen && isKnown && (
        <AccountsDialog project={project} settings={settings} ledger={ledger} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

type DialogProps = { project: string; settings: SiteSettings; ledger: SiteLedger; onClose: () => void };

function AccountsDialog({ project, settings, ledger, onClose }: DialogProps) {
  const save = useSave();
  const initial: Typed = { ...ledger.books.accounts, year_start: String(ledger.books.year_start) };
  return (
    <FormDialog<Typed, v.InferOutput<typeof schema>>
      title={texts.title}
      description={texts.text}
      width="wide"
      submit={texts.save}
      initial={initial}
      schema={schema}
      onSubmit={async ({ year_start: fiscal_year_start, ...ledger_accounts }) => {
        const changes = { ledger_accounts, fiscal_year_start };
        const { outcome } = await save.submit({ project, readAt: settings.updated_at, changes });
        if (outcome === "changed") throw new DataError("changed", "The settings have changed since they were read");
      }}
      failed={save.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <div className="grid gap-5 sm:grid-cols-2">
          {LEDGER_ACCOUNTS.map((account) => (
            <TextField
              key={account}
              label={ledgerTexts.accounts[account]}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              {...field(account)}
            />
          ))}
          <SelectField label={texts.yearStart} options={MONTHS} {...field("year_start")} />
        </div>
      )}
    </FormDialog>
  );
}
