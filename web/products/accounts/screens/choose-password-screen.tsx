import { useState } from "react";
import { useLocation } from "react-router";
import { DataError } from "#data/data-error.ts";
import { useChooseByLink } from "#data/staff_accounts/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { OwnPasswordForm, ownPasswordFailure } from "#session/passwords/own-password-form.tsx";
import { passwordTexts } from "#session/passwords/password-texts.ts";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";

const texts = passwordTexts.sv;

/** The link's key stands behind the `#` of the address, which browsers never send. */
const KEY = /^#([\w-]{22})$/;

/** The page itself shows the success, so the action needs no message. */
const useChoose = defineAction({
  mutation: useChooseByLink,
  done: () => undefined,
  failed: (error) =>
    error instanceof DataError && error.code === "gone"
      ? { text: texts.chooseGone, at: "form" }
      : ownPasswordFailure(error, "sv"),
});

/** The page of an invitation link or password link: its holder chooses a password once (docs/messages.md). */
export function ChoosePasswordScreen() {
  const key = KEY.exec(useLocation().hash)?.[1];
  const [isChosen, setIsChosen] = useState(false);
  const choose = useChoose();
  return (
    <Page
      title={texts.chooseTitle}
      description={texts.chooseHint}
      width="narrow"
      back={{ label: texts.logIn, to: paths.login() }}
    >
      <Card>
        {isChosen && (
          <output className="grid gap-4">
            <p className="font-semibold">{texts.chosen}</p>
            <ButtonLink to={paths.login()} variant="primary">
              {texts.logIn}
            </ButtonLink>
          </output>
        )}
        {!isChosen && key === undefined && <p role="alert">{texts.chooseMissing}</p>}
        {!isChosen && key !== undefined && (
          <OwnPasswordForm
            lang="sv"
            old={key}
            // The link's key replaces the current password.
            change={({ password, current }) => choose.submit({ key: current, password })}
            failed={choose.failed}
            onDone={() => setIsChosen(true)}
          />
        )}
      </Card>
    </Page>
  );
}
