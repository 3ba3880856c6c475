import { useEffect, useEffectEvent, useId, useRef } from "react";
import { useLiveNotices } from "#data/notices/live.ts";
import { useAcknowledgeNotice, useSeeNotice } from "#data/notices/mutations.ts";
import { noticeQueries } from "#data/notices/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { isWaiting, ownNotices, type OwnNotice } from "../rules/notices.ts";
import { noticeTexts as labels } from "./notice-texts.ts";

const useAcknowledge = defineAction({
  mutation: useAcknowledgeNotice,
  thing: ({ noticeId }) => noticeId,
  done: () => undefined,
  failed: () => labels.acknowledgeFailed,
});

type OwnNoticesProps = {
  employeeId: string;
  /** Whether only those are shown that must be acknowledged still; without any there is nothing. */
  isWaitingOnly?: boolean;
};

/** The notices of the admin: what must be acknowledged first. Whoever is shown a notice has seen it. */
export function OwnNotices({ employeeId, isWaitingOnly = false }: OwnNoticesProps) {
  const title = useId();
  useLiveNotices();
  const notices = useQuery(noticeQueries.list(true));
  const { data: receipts } = useQuery(noticeQueries.ownReceipts(employeeId));
  // Without receipts nobody knows what waits.
  const own = receipts && notices.data && ownNotices(notices.data, receipts);
  const data = isWaitingOnly ? own?.filter(isWaiting) : own;
  if (isWaitingOnly && (data === undefined ? notices.error === null : data.length === 0)) return null;
  return (
    <Card as="section" aria-labelledby={title} className={isWaitingOnly ? "mb-5" : undefined}>
      <h2 id={title} className="mb-2 text-xl font-bold">
        {labels.title}
      </h2>
      <StateView query={{ ...notices, data }} loading={1} failed={labels.loadFailed} empty={labels.none}>
        {(list) => (
          <ul aria-label={labels.list} className="grid gap-3">
            {list.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} />
            ))}
          </ul>
        )}
      </StateView>
    </Card>
  );
}

function NoticeItem({ notice }: { notice: OwnNotice }) {
  const { id, title, text, by, published_at: at, seenAt, acknowledgedAt } = notice;
  const acknowledge = useAcknowledge();
  // The receipt's key: a press and what was seen before it are one receipt, however often they are sent.
  const receiptId = useRef(randomKey());
  const see = useSeeNotice();
  const handleSeen = useEffectEvent(() => see.mutate({ noticeId: id, receiptId: receiptId.current }));
  useEffect(() => {
    if (seenAt === null) handleSeen();
  }, [seenAt]);
  return (
    <li className="border-t border-line pt-3">
      <h3 className="font-bold wrap-anywhere">{title}</h3>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft wrap-anywhere">
        <span>{labels.published(by, formatDateTime(at))}</span>
        {acknowledgedAt !== null && <span>{labels.acknowledged(formatDateTime(acknowledgedAt))}</span>}
      </p>
      {isWaiting(notice) && (
        <Button
          variant="primary"
          size="large"
          className="mt-3"
          aria-label={labels.acknowledgeNamed(title)}
          pending={acknowledge.isPending(id)}
          onClick={() => void acknowledge.run({ noticeId: id, receiptId: receiptId.current })}
        >
          {labels.acknowledge}
        </Button>
      )}
    </li>
  );
}
