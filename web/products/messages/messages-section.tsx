import { type ReactNode, useId } from "react";
import { type MessageHook, messageHookQueries } from "#data/message_hooks/queries.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { AddReceiver } from "./add-receiver.tsx";
import { messageTexts } from "./message-texts.ts";
import { Receiver } from "./receiver.tsx";
import { UnsentMessages } from "./unsent-messages.tsx";

/**
 * The receivers of a place's messages, the failed messages, and the waiting ones (docs/messages.md). It speaks the language of its page.
 */
export function MessagesSection({ project }: { project: string }) {
  const texts = messageTexts[useLanguage()];
  const hooks = useQuery(messageHookQueries.of(project));
  const { data: settings } = useQuery(siteSettingsQueries.of(project));
  const { data: isMailSetUp } = useQuery(messageHookQueries.isMailSetUp());
  const email = settings?.contact_email ?? "";
  const nameOf = (hook: MessageHook) =>
    hook.channel === "mail" ? texts.receivers.mail(email) : texts.receivers.discord(hook.address);
  const receivers = hooks.data ?? [];
  const hasMail = receivers.some(({ channel }) => channel === "mail");
  return (
    <div className="grid gap-6">
      <Part title={texts.receivers.title} hint={texts.receivers.hint}>
        {hasMail && isMailSetUp === false && <p className="mb-3 font-semibold">{texts.receivers.noMail}</p>}
        <StateView query={hooks} loading={2} failed={texts.receivers.loadFailed} empty={<p>{texts.receivers.none}</p>}>
          {(rows) => (
            <ul aria-label={texts.receivers.title} className="grid gap-3">
              {rows.map((hook) => (
                <li key={hook.id}>
                  <Receiver hook={hook} name={nameOf(hook)} project={project} />
                </li>
              ))}
            </ul>
          )}
        </StateView>
      </Part>
      <Part title={texts.add.title}>
        <AddReceiver project={project} canAddMail={!hasMail && email !== "" && isMailSetUp === true} />
      </Part>
      <Part title={texts.failed.title} hint={texts.failed.hint}>
        <UnsentMessages
          project={project}
          state="failed"
          receiverOf={(id) => receivers.filter((hook) => hook.id === id).map(nameOf)[0]}
        />
      </Part>
      <Part title={texts.waiting.title} hint={texts.waiting.hint}>
        <UnsentMessages
          project={project}
          state="waiting"
          receiverOf={(id) => receivers.filter((hook) => hook.id === id).map(nameOf)[0]}
        />
      </Part>
    </div>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="comes-after">
      <CardHeader id={id} title={title} description={hint} />
      {children}
    </Card>
  );
}
