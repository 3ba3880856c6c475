import { useId, useRef } from "react";
import { useEndOtherLogins, useEndOwnLogin } from "#data/own_logins/mutations.ts";
import { type OwnLogin, ownLoginQueries } from "#data/own_logins/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction, type Outcome } from "#session/actions/define-action.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { type OwnAccountTexts, ownAccountTexts } from "../own-account-texts.ts";
import { deviceName } from "../rules/device-name.ts";

type Texts = OwnAccountTexts["logins"];
type Language = { lang: "sv" | "en" };

const textsOf = ({ lang }: Language): Texts => ownAccountTexts[lang].logins;

const useEnd = defineAction<{ login: OwnLogin } & Language, void>({
  mutation: useEndOwnLogin,
  thing: ({ login }) => login.id,
  ask: ({ login, lang }) => ({
    title: textsOf({ lang }).endTitle(deviceName(login.user_agent) ?? textsOf({ lang }).unknown),
    description: textsOf({ lang }).endText,
    confirmText: textsOf({ lang }).end,
    danger: true,
  }),
  done: (_none, input) => textsOf(input).ended,
  failed: (_error, input) => textsOf(input).endFailed,
});

const useEndOthers = defineAction<Language, void>({
  mutation: useEndOtherLogins,
  ask: ({ lang }) => ({
    title: textsOf({ lang }).endOthersTitle,
    description: textsOf({ lang }).endOthersText,
    confirmText: textsOf({ lang }).endOthers,
    danger: true,
  }),
  done: (_none, input) => textsOf(input).othersEnded,
  failed: (_error, input) => textsOf(input).endOthersFailed,
});

/** The devices where one's own account is logged in, with buttons to end those logins. */
export function OwnLogins({ lang }: Language) {
  const title = useId();
  const list = useRef<HTMLUListElement>(null);
  const { logins: texts } = ownAccountTexts[lang];
  const query = useQuery(ownLoginQueries.list());
  // The pressed button is gone with its login, so the list takes the focus.
  const options = { focus: () => list.current };
  const end = useEnd(options);
  const endOthers = useEndOthers(options);

  async function refetchOnFailure(ending: Promise<Outcome<void>>) {
    if ((await ending).status === "failed") void query.refetch();
  }

  const hasOthers = query.data?.some((login) => !login.is_this) === true;
  return (
    <Card as="section" aria-labelledby={title} className="comes-after">
      <CardHeader id={title} title={texts.title} description={texts.hint} />
      <StateView
        query={query}
        loading={<SkeletonList rows={2} label={texts.loading} />}
        failed={texts.loadFailed}
        empty={texts.none}
      >
        {(logins) => (
          <ul ref={list} tabIndex={-1} aria-label={texts.list}>
            {logins.map((login) => (
              <LoginRow
                key={login.id}
                login={login}
                texts={texts}
                isEnding={end.isPending(login.id)}
                onEnd={() => void refetchOnFailure(end.run({ login, lang }))}
              />
            ))}
          </ul>
        )}
      </StateView>
      {hasOthers && (
        <Button
          className="mt-4"
          pending={endOthers.isPending()}
          onClick={() => void refetchOnFailure(endOthers.run({ lang }))}
        >
          {texts.endOthers}
        </Button>
      )}
    </Card>
  );
}

function LoginRow(props: { login: OwnLogin; texts: Texts; isEnding: boolean; onEnd: () => void }) {
  const { login, texts } = props;
  const device = deviceName(login.user_agent) ?? texts.unknown;
  const began = formatDateTime(login.began);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3 last:border-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{device}</span>
          {login.is_this && <Badge tone="brand">{texts.isThis}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
          <span>{texts.began(began)}</span>
          <span>{texts.used(formatDateTime(login.last_used))}</span>
          {login.address !== null && <span className="wrap-anywhere">{texts.from(login.address)}</span>}
        </p>
      </div>
      {!login.is_this && (
        <Button size="small" aria-label={texts.endNamed(device, began)} pending={props.isEnding} onClick={props.onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
