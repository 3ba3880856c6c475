import { useNavigate, useSearchParams } from "react-router";
import { SESSION_KINDS, type SessionKind } from "#contract/states.ts";
import { useAccount } from "#session/account/account-role.ts";
import { RequireSession } from "#session/guard.tsx";
import { loginLanguageOf } from "#session/logins/deactivated.ts";
import { areLoginsApart } from "#session/profile/profile.ts";
import { RedirectToSignIn } from "#session/account/require-agent.tsx";
import { languageOf } from "#session/account/screen-language.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";
import type { Language } from "#shared/ui/language.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { FailedState } from "#shared/ui/state-message.tsx";
import { ownAccountTexts } from "../own-account-texts.ts";
import { KeptPlateReader } from "../parts/kept-plate-reader.tsx";
import { OwnFactor } from "../parts/own-factor.tsx";
import { OwnLogins } from "../parts/own-logins.tsx";
import { OwnPassword } from "../parts/own-password.tsx";
import { placesOf } from "../rules/places.ts";

/**
 * The page of one's own account: second factor, logins, password. The address may name a kind of person; otherwise the page is for the
 * e-mail account.
 */
export function OwnAccountScreen() {
  const [query] = useSearchParams();
  const kind = SESSION_KINDS.find((known) => known === query.get("as"));
  // The profile `specified` has no accounts for people with an ID.
  if (kind === undefined || !areLoginsApart) return <OfEmailAccount />;
  return <OfKind kind={kind} project={query.get("project") ?? undefined} />;
}

function OfKind({ kind, project }: { kind: SessionKind; project: ProjectId }) {
  const { home, login } = placesOf(kind, project);
  return (
    <RequireSession
      kind={kind}
      project={project}
      login={login}
      message={ownAccountTexts[loginLanguageOf(kind)].loginRequired}
    >
      {({ displayName }) => <OwnAccount lang={languageOf(kind)} name={displayName} home={home} />}
    </RequireSession>
  );
}

function OfEmailAccount() {
  const account = useAccount();
  const texts = ownAccountTexts.en;
  if (account.status === "signed-out") return <RedirectToSignIn />;
  if (account.status === "signed-in") return <OwnAccount lang="en" name={account.email} home={paths.landing()} />;
  return (
    <Page title={texts.title} lang="en">
      {account.status === "loading" ? (
        <SkeletonList />
      ) : (
        <FailedState text={sharedTexts.account.checkFailed} onRetry={account.retry} isRetrying={account.isRetrying} />
      )}
    </Page>
  );
}

function OwnAccount({ lang, name, home }: { lang: Language; name: string; home: string }) {
  const navigate = useNavigate();
  const texts = ownAccountTexts[lang];
  return (
    <Page
      title={texts.title}
      lang={lang}
      description={<p className="wrap-anywhere">{texts.signedInAs(name)}</p>}
      back={{ onClick: () => void navigate(home) }}
    >
      <div className="grid gap-6">
        {areLoginsApart && <OwnFactor lang={lang} />}
        <OwnLogins lang={lang} />
        <OwnPassword lang={lang} />
        <KeptPlateReader lang={lang} />
      </div>
    </Page>
  );
}
