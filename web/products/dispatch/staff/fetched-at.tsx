import { RefreshCw } from "lucide-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { formatDateTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { texts } from "../texts.ts";

const labels = texts.admin;

/** The time when a log was fetched, with a button to fetch it again: the logs are not live (document 2 §7). */
export function FetchedAt({ query }: { query: UseQueryResult }) {
  if (query.dataUpdatedAt === 0) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-soft">{labels.asOf(formatDateTime(query.dataUpdatedAt))}</p>
      <Button size="small" pending={query.isFetching} onClick={() => void query.refetch()}>
        <RefreshCw aria-hidden="true" />
        {labels.refresh}
      </Button>
    </div>
  );
}
