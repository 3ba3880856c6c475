import { useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useEndOtherLogins, useEndOwnLogin } from "#data/own_logins/mutations.ts";
import { type OwnLogin, ownLoginQueries } from "#data/own_logins/queries.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { type OwnAccountTexts, ownAccountTexts } from "../own-account-texts.ts";
import { deviceName } from "../rules/device-name.ts";

type Texts = OwnAccountTexts["logins"];

/** The devices that the own account is logged in on, and how to end that. */
export function OwnLogins({ lang }: { lang: "sv" | "en" }) {
  const title = useId();
  const list = useRef<HTMLUListElement>(null);
  const { retry, cancel, logins: texts } = ownAccountTexts[lang];
  const query = useQuery(ownLoginQueries.list());
  const end = useEndOwnLogin();
  const endOthers = useEndOtherLogins();

  async function handleEnd(login: OwnLogin) {
    const isSure = await confirm({
      title: texts.endTitle(deviceName(login.user_agent) ?? texts.unknown),
      description: texts.endText,
      confirmText: texts.end,
      cancelText: cancel,
      danger: true,
      lang,
    });
    if (!isSure) return;
    await tell(end.mutateAsync(login.id), texts.ended, texts.endFailed);
  }

  async function handleEndOthers() {
    const isSure = await confirm({
      title: texts.endOthersTitle,
      description: texts.endOthersText,
      confirmText: texts.endOthers,
      cancelText: cancel,
      danger: true,
      lang,
    });
    if (!isSure) return;
    await tell(endOthers.mutateAsync(), texts.othersEnded, texts.endOthersFailed);
  }

  async function tell(work: Promise<unknown>, done: string, failed: string) {
    try {
      await work;
      toast.success(done);
      // The pressed button is gone with its login.
      list.current?.focus();
    } catch {
      toast.error(failed);
      void query.refetch();
    }
  }

  const hasOthers = query.data?.some((login) => !login.is_this) === true;
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader id={title} title={texts.title} description={texts.hint} />
      <StateView
        query={query}
        loading={<SkeletonList rows={2} label={texts.loading} />}
        failed={texts.loadFailed}
        retryText={retry}
        staleText={texts.stale}
        empty={<EmptyState text={texts.none} />}
      >
        {(logins) => (
          <ul ref={list} tabIndex={-1} aria-label={texts.list}>
            {logins.map((login) => (
              <LoginRow
                key={login.id}
                login={login}
                texts={texts}
                isEnding={end.isPending && end.variables === login.id}
                onEnd={() => void handleEnd(login)}
              />
            ))}
          </ul>
        )}
      </StateView>
      {hasOthers && (
        <Button className="mt-4" pending={endOthers.isPending} onClick={() => void handleEndOthers()}>
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
