import { Mail } from "lucide-react";
import { isMailAddress } from "#contract/mail-address.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import { messageHookQueries } from "#data/message_hooks/queries.ts";
import type { Objection } from "#data/objections/queries.ts";
import { useSendDecision } from "#data/outbox/mutations.ts";
import { type DecisionMail, isWaiting, outboxQueries } from "#data/outbox/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { KeyMark } from "../../shell/key-mark.tsx";
import { objectionTexts } from "../objection-texts.ts";
import { DESK_KEYS } from "../rules/desk-key.ts";
import { useDeskKeys } from "../use-desk-keys.ts";

const texts = objectionTexts.mail;

const useSend = defineAction({
  mutation: useSendDecision,
  done: () => texts.done,
  failed: (error) => (isCaseRefusal(error) ? error.message : texts.failed),
});

/** Says, before an objection is decided, whether the decision is mailed, and to which address (document 4 §5). */
export function DecisionMailPlan({ email }: Pick<Objection, "email">) {
  const { data: isSetUp } = useQuery(messageHookQueries.isMailSetUp());
  if (isSetUp === undefined) return null;
  return <p className="wrap-anywhere">{noMailReason(isSetUp, email) ?? texts.willGo(email)}</p>;
}

/** The state of a decision's mail, and `Skicka svar` (document 4 §5), when the server sends mail and there is an address. */
export function DecisionMailState({ objection }: { objection: Objection }) {
  const { data: isSetUp } = useQuery(messageHookQueries.isMailSetUp());
  if (isSetUp === undefined) return null;
  const reason = noMailReason(isSetUp, objection.email);
  return reason === undefined ? <Sending objection={objection} /> : <p>{reason}</p>;
}

/** The reason why no mail is sent; undefined when it is. */
function noMailReason(isSetUp: boolean, email: string): string | undefined {
  if (!isSetUp) return texts.notSetUp;
  return isMailAddress(email) ? undefined : texts.noAddress;
}

function Sending({ objection: { id, fine_id, email } }: { objection: Objection }) {
  const query = useQuery(outboxQueries.decision(fine_id, id));
  return (
    <StateView
      // No mail is an answer as well.
      query={{ ...query, data: query.data === undefined ? undefined : { mail: query.data } }}
      loading={1}
      failed={texts.loadFailed}
      empty={null}
    >
      {({ mail }) => (
        <div className="grid gap-4">
          <output className="wrap-anywhere">{stateOf(mail, email)}</output>
          {(mail === null || !isWaiting(mail)) && (
            <SendButton objectionId={id} email={email} wasSent={mail !== null && mail.sent_at !== null} />
          )}
        </div>
      )}
    </StateView>
  );
}

function stateOf(mail: DecisionMail | null, email: string): string {
  if (mail === null) return texts.none(email);
  const { sent_at: sentAt, attempts } = mail;
  if (sentAt !== null) return texts.sent(email, formatDateTime(sentAt));
  if (!isWaiting(mail)) return texts.gaveUp(email);
  return attempts === 0 ? texts.waits(email) : texts.waitsAfter(email, attempts, formatDateTime(mail.due_at));
}

function SendButton({ objectionId, email, wasSent }: { objectionId: string; email: string; wasSent: boolean }) {
  const send = useSend({ focus: mainIfFocusLost });
  async function handleSend() {
    const { againTitle: title, againText, send: confirmText } = texts;
    const again = { title, description: againText(email), confirmText };
    if (!wasSent || (await confirm(again))) await send.run({ objectionId });
  }
  useDeskKeys({ [DESK_KEYS.send]: () => void handleSend() });
  return (
    <div>
      <Button pending={send.isPending()} aria-keyshortcuts={DESK_KEYS.send} onClick={() => void handleSend()}>
        <Mail aria-hidden="true" />
        {texts.send}
        <KeyMark>{DESK_KEYS.send}</KeyMark>
      </Button>
    </div>
  );
}
