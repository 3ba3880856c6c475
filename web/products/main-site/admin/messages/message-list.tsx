import { clsx } from "clsx";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ContactMessageSummary } from "#data/contact_messages/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { paths } from "#shared/paths.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.messages;

type MessageListProps = {
  messages: ContactMessageSummary[];
  openId: string | null;
  more: { has: boolean; isLoading: boolean; hasFailed: boolean; load: () => void };
};

/** The messages, newest first, with one stop for the Tab key: arrow keys, Home and End walk, Enter opens. */
export function MessageList({ messages, openId, more }: MessageListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [lastFocused, setLastFocused] = useState<string>();
  useFocusWhenClosed(list, messages, openId);

  const has = (id: string | null | undefined) => messages.some((message) => message.id === id);
  const reachable = has(lastFocused) ? lastFocused : has(openId) ? openId : messages[0]?.id;
  return (
    <>
      <ul ref={list} aria-label={texts.list} className="grid gap-2">
        {messages.map((message) => (
          <li key={message.id}>
            <MessageLink
              message={message}
              isOpen={message.id === openId}
              isReachable={message.id === reachable}
              replaces={openId !== null}
              onFocus={() => setLastFocused(message.id)}
            />
          </li>
        ))}
      </ul>
      {more.hasFailed && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {texts.loadFailed}
        </p>
      )}
      {more.has && (
        <Button wide className="mt-3" pending={more.isLoading} onClick={more.load}>
          {texts.more}
        </Button>
      )}
    </>
  );
}

function MessageLink(props: {
  message: ContactMessageSummary;
  isOpen: boolean;
  isReachable: boolean;
  replaces: boolean;
  onFocus: () => void;
}) {
  const { id, name, subject, read, created_at: createdAt } = props.message;
  return (
    <Link
      to={paths.contactMessage(id)}
      replace={props.replaces}
      preventScrollReset
      tabIndex={props.isReachable ? 0 : -1}
      aria-current={props.isOpen || undefined}
      onFocus={props.onFocus}
      onKeyDown={walk}
      className={clsx(
        "block rounded-card border-2 px-4 py-3 text-ink no-underline",
        props.isOpen ? "border-brand bg-brand-soft" : "border-line bg-surface hover:border-line-strong",
      )}
    >
      <span className="flex items-start justify-between gap-3">
        <span className={clsx("min-w-0 wrap-anywhere", read ? "font-medium" : "font-bold")}>{subject}</span>
        {!read && <Badge tone="brand">{texts.unread}</Badge>}
      </span>
      <span className="mt-1 flex flex-wrap justify-between gap-x-3 text-sm text-ink-soft">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </span>
    </Link>
  );
}

function walk(event: KeyboardEvent<HTMLAnchorElement>) {
  const links = [...(event.currentTarget.closest("ul")?.querySelectorAll("a") ?? [])];
  const at = links.indexOf(event.currentTarget);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  links[to]?.focus();
}

/** When the open message closes, the focus returns to its row, or to the row at its place after a removal. */
function useFocusWhenClosed(
  list: RefObject<HTMLUListElement | null>,
  messages: ContactMessageSummary[],
  openId: string | null,
) {
  const openRow = useRef(-1);
  const place = messages.findIndex((message) => message.id === openId);
  useEffect(() => {
    if (openId !== null) {
      // A removed message leaves the list before it is closed, so its place is remembered.
      if (place !== -1) openRow.current = place;
      return;
    }
    const links = list.current?.querySelectorAll("a");
    if (openRow.current !== -1 && links !== undefined) links[Math.min(openRow.current, links.length - 1)]?.focus();
    openRow.current = -1;
  }, [list, openId, place]);
}
