/** Gives a person a new password (decisions §4: nobody reads the old one). */
import * as v from "valibot";
import { PASSWORD_LENGTH } from "#contract/limits.ts";
import { DataError } from "#data/data-error.ts";
import { credentialQueries } from "#data/admin_user_credentials/queries.ts";
import { useQuery } from "#data/use-query.ts";
import {
  type AccountKey,
  useRemoveSecondFactor,
  useSendPasswordLink,
  useSetPassword,
} from "#data/staff_accounts/mutations.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { type Language, useLanguage } from "#shared/ui/language.ts";
import { defineAction } from "../actions/define-action.ts";
import { atPassword } from "./password-refusal.ts";
import { passwordTexts } from "./password-texts.ts";
import { newPasswordSchema } from "./new-password-schema.ts";

type OfAccount = { account: AccountKey; lang: Language };

const useSave = defineAction<OfAccount & { password: string }, void>({
  mutation: useSetPassword,
  done: (_none, { lang }) => passwordTexts[lang].saved,
  failed: (error, { lang }) => (isOwn(error) ? passwordTexts[lang].ownAccount : passwordTexts[lang].failed),
});

/** The server's refusal of one's own account: a person's own password needs the current one. */
const isOwn = (error: unknown) => error instanceof DataError && error.code === "own_account";

const useRemoveFactor = defineAction<OfAccount, void>({
  mutation: useRemoveSecondFactor,
  done: (_none, { lang }) => passwordTexts[lang].factorRemoved,
  failed: (error, { lang }) => (isOwn(error) ? passwordTexts[lang].ownAccount : passwordTexts[lang].factorFailed),
});

const useSendLink = defineAction<OfAccount, void>({
  mutation: useSendPasswordLink,
  done: (_none, { lang }) => passwordTexts[lang].linkSent,
  failed: (_error, { lang }) => passwordTexts[lang].linkFailed,
});

type NewPasswordProps = { name: string; account: AccountKey; onClose: () => void };

export function NewPasswordDialog({ open, name, account, onClose }: NewPasswordProps & { open: boolean }) {
  const lang = useLanguage();
  const texts = passwordTexts[lang];
  const save = useSave();
  return (
    <FormDialog
      open={open}
      title={texts.setNamed(name)}
      description={texts.setHint}
      submit={texts.save}
      onClose={onClose}
      initial={{ password: "" }}
      schema={v.object({ password: newPasswordSchema(lang) })}
      onSubmit={({ password }) =>
        save.submit({ account, lang, password }).catch((error: unknown) => {
          throw atPassword(error, lang);
        })
      }
      failed={save.failed}
      after={
        <>
          {"credentialId" in account && <LinkByMail account={account} />}
          <LostFactor account={account} />
        </>
      }
    >
      {({ field }) => (
        <PasswordField
          label={texts.newPassword}
          {...field("password")}
          required
          maxLength={PASSWORD_LENGTH.max}
          autoComplete="new-password"
          reveal
        />
      )}
    </FormDialog>
  );
}

/** A link by mail, for e-mail accounts on a server with mail: the person chooses the password. */
function LinkByMail({ account }: Pick<NewPasswordProps, "account">) {
  const lang = useLanguage();
  const texts = passwordTexts[lang];
  // The profile `specified` makes only the calls of the documents.
  const enabled = import.meta.env.VITE_SECURITY_PROFILE === "hardened";
  const { data: maySendLinks } = useQuery({ ...credentialQueries.maySendLinks(), enabled });
  const send = useSendLink();
  if (maySendLinks !== true) return null;
  return (
    <div className="mt-6 grid justify-items-start gap-2 border-t border-line pt-4">
      <p className="text-sm text-ink-soft">{texts.linkHint}</p>
      <Button size="small" pending={send.isPending()} onClick={() => void send.run({ account, lang })}>
        {texts.sendLink}
      </Button>
    </div>
  );
}

/** Removes the second factor of a person who lost it, with its recovery codes. */
function LostFactor({ account }: Pick<NewPasswordProps, "account">) {
  const lang = useLanguage();
  const texts = passwordTexts[lang];
  const remove = useRemoveFactor();
  return (
    <div className="mt-6 grid justify-items-start gap-2 border-t border-line pt-4">
      <p className="text-sm text-ink-soft">{texts.factorHint}</p>
      <Button size="small" pending={remove.isPending()} onClick={() => void remove.run({ account, lang })}>
        {texts.removeFactor}
      </Button>
    </div>
  );
}
