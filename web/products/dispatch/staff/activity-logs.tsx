import { useQuery } from "#data/use-query.ts";
import { type AccountActivity, latestActivityQuery } from "#data/web_activity_logs/latest.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { texts } from "../texts.ts";
import { FetchedAt } from "./fetched-at.tsx";
import { LogTable } from "./log-table.tsx";

const labels = texts.activity;

const TONES: Record<string, "success" | "neutral" | "brand" | "danger"> = {
  login: "success",
  logout: "neutral",
  created: "brand",
  deleted: "danger",
};

/** The latest logins, logouts, creations and removals (document 2 §9: 100). */
export function ActivityLogs() {
  const query = useQuery(latestActivityQuery());
  return (
    <>
      <FetchedAt query={query} />
      <StateView query={query} failed={labels.loadFailed} empty={labels.none}>
        {(entries) => (
          <LogTable
            label={labels.list}
            columns={[labels.time, labels.who, labels.type, labels.action, labels.page]}
            rows={entries.map((entry) => ({ id: entry.id, cells: cellsOf(entry) }))}
          />
        )}
      </StateView>
    </>
  );
}

function cellsOf(entry: AccountActivity) {
  return [
    <time key="time" dateTime={entry.created_at}>
      {formatDateTime(entry.created_at)}
    </time>,
    <strong key="who">{entry.user_id}</strong>,
    entry.user_type,
    <span key="action" className="flex flex-wrap items-center gap-2">
      <Badge tone={TONES[entry.action] ?? "neutral"}>{entry.action}</Badge>
      {accountOf(entry)}
    </span>,
    entry.page_url,
  ];
}

/** The ID of the account that was created or deleted. */
function accountOf({ additional_data: data }: AccountActivity): string | undefined {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  const id = data["user_id"];
  return typeof id === "string" ? labels.about(id) : undefined;
}
