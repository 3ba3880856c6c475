import { useState } from "react";
import { useLocation } from "react-router";
import type { SessionKind } from "#contract/states.ts";
import { accountLinkQueries, type LinkHolder } from "#data/account_links/queries.ts";
import { DataError } from "#data/data-error.ts";
import { useChooseByLink } from "#data/staff_accounts/mutations.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { OwnPasswordForm, ownPasswordFailure } from "#session/passwords/own-password-form.tsx";
import { passwordTexts } from "#session/passwords/password-texts.ts";
import { languageOf } from "#session/account/screen-language.ts";
import { paths } from "#shared/paths.ts";
import { isSecretKey } from "#shared/secret-key.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import type { Language } from "#shared/ui/language.ts";
import { Page } from "#shared/ui/page.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { placesOf } from "../rules/places.ts";

type Choice = { key: string; password: string; lang: Language };

const isGone = (error: unknown) => error instanceof DataError && error.code === "gone";

/** The page itself shows the success, so the action needs no message. */
const useChoose = defineAction<Choice, void>({
  mutation: useChooseByLink,
  done: () => undefined,
  failed: (error, { lang }) =>
    isGone(error) ? { text: passwordTexts[lang].chooseGone, at: "form" } : ownPasswordFailure(error, lang),
});

const loginOf = (holder: LinkHolder | undefined): string =>
  holder === undefined || holder.kind === null
    ? paths.login()
    : placesOf(holder.kind, holder.project ?? undefined).login;

/**
 * The page of an invitation link or password link: its holder chooses a password once (docs/messages.md, document 5 §8). Opening the page
 * uses nothing: it reads whom the link is for.
 */
export function ChoosePasswordScreen() {
  // The link's key stands behind the `#` of the address, which browsers never send.
  const key = useLocation().hash.slice(1);
  const isWhole = isSecretKey(key);
  const query = useQuery({ ...accountLinkQueries.holder(key), enabled: isWhole, retry: false, staleTime: Infinity });
  const kind: SessionKind | null = query.data?.kind ?? null;
  const lang = kind === null ? "sv" : languageOf(kind);
  const texts = passwordTexts[lang];
  return (
    <Page
      title={texts.chooseTitle}
      lang={lang}
      description={texts.chooseHint}
      width="narrow"
      back={{ label: texts.logIn, to: loginOf(query.data) }}
    >
      <Card>
        {isWhole && !isGone(query.error) ? (
          <StateView query={query} failed={texts.chooseUnread} empty={null} loading={2}>
            {(holder) => <Choosing holder={holder} linkKey={key} lang={lang} />}
          </StateView>
        ) : (
          <p role="alert">{isWhole ? texts.chooseGone : texts.chooseMissing}</p>
        )}
      </Card>
    </Page>
  );
}

function Choosing({ holder, linkKey, lang }: { holder: LinkHolder; linkKey: string; lang: Language }) {
  const texts = passwordTexts[lang];
  const [isChosen, setIsChosen] = useState(false);
  const choose = useChoose();
  const id = holder.kind === null ? null : holder.userId;
  if (isChosen)
    return (
      <output className="grid gap-4">
        <p className="font-semibold">{texts.chosen}</p>
        {id !== null && <p className="wrap-anywhere">{texts.chosenId(id)}</p>}
        <ButtonLink to={loginOf(holder)} variant="primary">
          {texts.logIn}
        </ButtonLink>
      </output>
    );
  return (
    <>
      {id !== null && <p className="mb-4 text-lg font-semibold wrap-anywhere">{texts.chosenId(id)}</p>}
      <OwnPasswordForm
        lang={lang}
        old={linkKey}
        // The link's key replaces the current password.
        change={({ password, current }) => choose.submit({ key: current, password, lang })}
        failed={choose.failed}
        onDone={() => setIsChosen(true)}
      />
    </>
  );
}
