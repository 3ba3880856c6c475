import { ArrowLeft, Reply } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useDeleteContactMessage, useMarkContactMessageRead } from "#data/contact_messages/mutations.ts";
import { type ContactMessage, contactMessageQueries } from "#data/contact_messages/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatLongDateTime } from "#shared/format/dates.ts";
import { Address } from "#shared/ui/address.tsx";
import { RemoveButton } from "#shared/ui/remove-button.tsx";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { adminTexts } from "../admin-texts.ts";
import { replyLink, signatureSource } from "./message-parts.ts";

const texts = adminTexts.messages;

const useRemove = defineAction<ContactMessage, void>({
  mutation: useDeleteContactMessage,
  thing: ({ id }) => id,
  ask: ({ subject }) => ({
    title: texts.confirmTitle,
    description: texts.confirmText(subject),
    confirmText: adminTexts.sites.remove,
    danger: true,
  }),
  done: () => texts.removed,
  failed: () => texts.removeFailed,
});

/** The open message. Opening marks it read (document 1 §4); a button removes it. `onClose` leads back to the list. */
export function MessageDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contactMessageQueries.byId(id));
  const { mutate: markRead } = useMarkContactMessageRead();
  const remove = useRemove();
  const open = useRef<string>(undefined);
  useEffect(() => {
    open.current = id;
    return () => {
      open.current = undefined;
    };
  }, [id]);

  const isUnread = query.data?.read === false;
  useEffect(() => {
    if (isUnread) markRead(id);
  }, [isUnread, markRead, id]);

  async function handleRemove(message: ContactMessage) {
    const { status } = await remove.run(message);
    // Another message that was opened meanwhile stays open.
    if (status === "done" && open.current === message.id) onClose();
    if (status === "failed") void query.refetch();
  }

  return (
    <>
      <Button size="small" variant="ghost" className="mb-3 -ml-3 md:hidden" onClick={onClose}>
        <ArrowLeft aria-hidden="true" />
        {texts.toList}
      </Button>
      <StateView query={query} loading={1} failed={texts.openFailed} empty={texts.gone}>
        {(message) => (
          <Message message={message} isRemoving={remove.isPending(id)} onRemove={() => void handleRemove(message)} />
        )}
      </StateView>
    </>
  );
}

function Message({
  message,
  isRemoving,
  onRemove,
}: {
  message: ContactMessage;
  isRemoving: boolean;
  onRemove: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a phone the message replaces the list, so its heading takes the focus. Beside the list the focus stays on the row.
    const wasLost = document.activeElement === document.body || document.activeElement?.checkVisibility() === false;
    if (wasLost) heading.current?.focus();
  }, []);
  const reply = replyLink(message.email, message.subject);
  return (
    <Card as="article" aria-labelledby="message-subject">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 ref={heading} id="message-subject" tabIndex={-1} className="min-w-0 text-2xl font-bold wrap-anywhere">
          {message.subject}
        </h2>
        <div className="flex flex-wrap gap-2">
          {reply !== null && (
            <ButtonLink variant="primary" size="small" to={reply}>
              <Reply aria-hidden="true" />
              {texts.reply}
            </ButtonLink>
          )}
          <RemoveButton pending={isRemoving} onClick={onRemove}>
            {texts.remove}
          </RemoveButton>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name={texts.from}>{message.name}</Fact>
        <Fact name={texts.email}>
          {reply === null ? (
            message.email
          ) : (
            <a href={reply} className="text-brand underline">
              <Address text={message.email} />
            </a>
          )}
        </Fact>
        <Fact name={texts.sent}>
          <time dateTime={message.created_at}>{formatLongDateTime(message.created_at)}</time>
        </Fact>
      </dl>
      <p className="mt-5 border-t border-line pt-5 whitespace-pre-wrap wrap-anywhere">{message.message}</p>
      <Signature message={message} />
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-semibold text-ink-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Signature({ message }: { message: ContactMessage }) {
  const source = signatureSource(message.signature);
  return (
    <div className="mt-5 border-t border-line pt-5">
      <h3 className="mb-2 font-semibold text-ink-soft">{texts.signature}</h3>
      {source === null ? (
        <p>{texts.noSignature}</p>
      ) : (
        // The signature is black on white (document 1 §9), so its background stays white in the dark theme.
        <img
          src={source}
          alt={texts.signatureOf(message.name)}
          className="max-h-44 max-w-full rounded-control border border-line bg-[#fff]"
        />
      )}
    </div>
  );
}
