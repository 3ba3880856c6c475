import { useRef } from "react";
import { rowsOf } from "#data/keyset-pages.ts";
import { useListInterval } from "#data/live.ts";
import { useLiveObjections } from "#data/objections/live.ts";
import { objectionQueries, QUEUE_OWNERS, type QueuedObjection } from "#data/objections/queue.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { LiveState } from "#session/live-state.tsx";
import type { Session } from "#session/store.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { Segments } from "#shared/ui/segments.tsx";
import { useNow } from "#shared/use-now.ts";
import { KeyMark } from "../shell/key-mark.tsx";
import { useListKeys } from "../shell/marks/use-list-keys.ts";
import { useIsWide } from "#parking/kernel/page/use-is-wide.ts";
import { objectionTexts } from "./objection-texts.ts";
import { QueueHead, QueueRow, ROW_HEIGHT } from "./queue-row.tsx";
import { DESK_KEYS } from "./rules/desk-key.ts";
import { useDeskKeys } from "./use-desk-keys.ts";
import { useNextObjection } from "./use-next-objection.ts";
import { useQueueOwner } from "./use-queue-owner.ts";

const texts = objectionTexts.queue;

const keyOf = (objection: QueuedObjection) => objection.id;

/** The waiting objections of a site, oldest first, with their holders. */
export function ObjectionQueue({ project, session }: { project: string; session: Session }) {
  const [whose, setWhose] = useQueueOwner();
  const now = useNow();
  const scope = { project, whose, ownId: session.userId };
  useLiveObjections(project);
  const query = useInfiniteQuery({
    ...objectionQueries.queue(scope),
    select: rowsOf,
    refetchInterval: useListInterval(),
  });
  const { goNext, isGoing } = useNextObjection(scope, null);
  const takeNext = () => void goNext();
  useDeskKeys({ [DESK_KEYS.next]: takeNext });
  const isWide = useIsWide();
  const box = useRef<HTMLDivElement>(null);
  useListKeys(box, query.data ?? []);
  return (
    <Page
      title={texts.title}
      description={
        <p className="flex flex-wrap gap-x-4">
          <span>{texts.description}</span>
          <LiveState />
        </p>
      }
      width="wide"
      back={{ to: paths.customerAdminDashboard(project) }}
      actions={
        <Button size="small" pending={isGoing} aria-keyshortcuts={DESK_KEYS.next} onClick={takeNext}>
          {texts.takeNext}
          <KeyMark>{DESK_KEYS.next}</KeyMark>
        </Button>
      }
    >
      <div className="mb-5 flex flex-wrap gap-3">
        <Segments
          label={texts.whose}
          segments={QUEUE_OWNERS.map((value) => ({ value, label: texts.owners[value] }))}
          value={whose}
          onChange={setWhose}
        />
      </div>
      <div ref={box} className="@container">
        <QueueHead />
        <div className="border-t border-line @4xl:border-0">
          <PagedList
            query={query}
            getKey={keyOf}
            renderItem={(objection) => <QueueRow objection={objection} scope={scope} now={now} />}
            label={texts.label}
            failed={texts.loadFailed}
            none={texts.none[whose]}
            estimateHeight={isWide ? ROW_HEIGHT.wide : ROW_HEIGHT.narrow}
            gap={0}
          />
        </div>
      </div>
    </Page>
  );
}
