import { useId } from "react";
import { type AttendantDeletion, attendantDeletionLogQueries } from "#data/attendant_deletion_logs/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.removals;
const ROW_HEIGHT = 60;

const keyOf = (row: AttendantDeletion) => row.id;

/** The log of removed attendants, newest first. */
export function AttendantRemovals({ project }: { project: string }) {
  const title = useId();
  const query = useInfiniteQuery({ ...attendantDeletionLogQueries.list(project), select: ({ pages }) => pages.flat() });
  return (
    <section aria-labelledby={title} className="comes-after mt-10">
      <h2 id={title} className="mb-3 text-xl font-bold">
        {texts.title}
      </h2>
      <PagedList
        query={query}
        getKey={keyOf}
        renderItem={(row) => (
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line px-1 py-2.5">
            <span className="font-semibold wrap-anywhere">{row.attendant_user_id}</span>
            <span className="text-sm wrap-anywhere text-ink-soft">
              {texts.removed(formatDateTime(row.deleted_at), row.deleted_by)}
            </span>
          </div>
        )}
        label={texts.list}
        failed={texts.loadFailed}
        none={<p className="text-ink-soft">{texts.none}</p>}
        estimateHeight={ROW_HEIGHT}
        gap={0}
        loadingRows={1}
      />
    </section>
  );
}
