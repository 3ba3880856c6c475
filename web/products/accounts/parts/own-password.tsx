import { useId } from "react";
import { type PasswordChange, useChangePassword } from "#data/own_logins/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { OwnPasswordForm, ownPasswordFailure } from "#session/passwords/own-password-form.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { ownAccountTexts } from "../own-account-texts.ts";
import { passwordTexts } from "#session/passwords/password-texts.ts";

type Language = { lang: "sv" | "en" };

/** A new password ends the account's other logins. */
const useChange = defineAction<PasswordChange & Language, void>({
  mutation: useChangePassword,
  done: (_none, { lang }) => passwordTexts[lang].saved,
  failed: (error, { lang }) => ownPasswordFailure(error, lang),
});

/** A form to change one's own password; it asks for the current one. */
export function OwnPassword({ lang }: Language) {
  const title = useId();
  const texts = ownAccountTexts[lang].password;
  const change = useChange();
  return (
    <Card as="section" aria-labelledby={title} className="comes-after">
      <CardHeader id={title} title={texts.title} description={texts.hint} />
      <OwnPasswordForm lang={lang} change={(input) => change.submit({ ...input, lang })} />
    </Card>
  );
}
