import { useId } from "react";
import { Link, useNavigate } from "react-router";
import type { ContactMessageSummary } from "#data/contact_messages/queries.ts";
import { LiveState } from "#session/live-state.tsx";
import { formatDateTime } from "#shared/format/dates.ts";
import { paths } from "#shared/paths.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { adminTexts } from "../admin-texts.ts";
import { useMessages } from "./use-messages.ts";

const texts = adminTexts.messages;
const SHOWN = 6;

/** The newest contact messages, each a link to its text. They are the only live part of the dashboard. */
export function NewestMessages() {
  const title = useId();
  const navigate = useNavigate();
  const query = useMessages(SHOWN);
  return (
    <Card as="section" aria-labelledby={title} className="min-w-0">
      <CardHeader
        id={title}
        title={texts.title}
        description={<LiveState />}
        actions={
          <Button
            size="small"
            variant="primary"
            className="wrap-anywhere"
            onClick={() => void navigate(paths.contactMessages())}
          >
            {texts.all}
          </Button>
        }
      />
      <StateView query={query} failed={texts.loadFailed} empty={texts.none}>
        {(messages) => (
          <ul className="divide-y divide-line">
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} />
            ))}
          </ul>
        )}
      </StateView>
    </Card>
  );
}

function MessageRow({ message }: { message: ContactMessageSummary }) {
  return (
    <li className="flex items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <Link to={paths.contactMessage(message.id)} className="font-semibold text-ink underline wrap-anywhere">
          {message.subject}
        </Link>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {message.name} · <time dateTime={message.created_at}>{formatDateTime(message.created_at)}</time>
        </p>
      </div>
      {!message.read && <Badge tone="brand">{texts.unread}</Badge>}
    </li>
  );
}
