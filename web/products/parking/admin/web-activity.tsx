import { useQuery } from "@tanstack/react-query";
import { ACTIVITY_LOG_LIMIT } from "#contract/limits.ts";
import { useIsLive } from "#data/live.ts";
import { useLiveActivity } from "#data/web_activity_logs/live.ts";
import { type ActivityEntry, activityQueries } from "#data/web_activity_logs/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { adminTexts } from "./admin-texts.ts";
import { describeActivity } from "./rules/activity-description.ts";

const texts = adminTexts.activity;
/** How often the list is fetched while it cannot be followed, in milliseconds. */
const POLL_MS = 15_000;

/** What the site's attendants did: the newest 100, new ones on top (document 1 §7, §9). */
export function WebActivity({ project }: { project: string }) {
  const isLive = useIsLive();
  const query = useQuery({ ...activityQueries.attendantsOf(project), refetchInterval: isLive ? false : POLL_MS });
  useLiveActivity(project);
  return (
    <>
      <p className="mb-4 text-ink-soft">{texts.about(ACTIVITY_LOG_LIMIT)}</p>
      <StateView
        query={query}
        loading={<SkeletonList rows={4} />}
        failed={texts.loadFailed}
        empty={<EmptyState text={texts.none} />}
      >
        {(entries) => (
          <ul
            aria-label={texts.list}
            className="divide-y divide-line rounded-card border border-line bg-surface shadow-raised"
          >
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </StateView>
    </>
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  return (
    <li className="grid gap-x-6 gap-y-0.5 px-4 py-2.5 sm:px-5 md:grid-cols-[10rem_11rem_1fr_auto] md:items-baseline">
      <time dateTime={entry.created_at} className="text-sm text-ink-soft tabular-nums">
        {formatDateTime(entry.created_at)}
      </time>
      <span className="font-semibold wrap-anywhere">{entry.user_id}</span>
      <span className="wrap-anywhere">{describeActivity(entry)}</span>
      <code className="text-sm wrap-anywhere text-ink-soft">{entry.action}</code>
    </li>
  );
}
