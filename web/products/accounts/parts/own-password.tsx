import { useId } from "react";
import { changePassword } from "#data/own_logins/mutations.ts";
import { OwnPasswordForm } from "#session/passwords/own-password-form.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { ownAccountTexts } from "../own-account-texts.ts";

/** Changes the password of the own account, which asks for the one that it has. */
export function OwnPassword({ lang }: { lang: "sv" | "en" }) {
  const title = useId();
  const texts = ownAccountTexts[lang].password;
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader id={title} title={texts.title} description={texts.hint} />
      <OwnPasswordForm lang={lang} change={changePassword} />
    </Card>
  );
}
