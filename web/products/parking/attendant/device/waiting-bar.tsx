import { clsx } from "clsx";
import { CloudUpload } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { ownerOf } from "#session/owner.ts";
import type { Session } from "#session/store.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { clockOffsetOf, clockSpan, onKnowledge } from "../offline/knowledge.ts";
import {
  isNewVersionOffered,
  keepApplication,
  onNewVersion,
  takeOfferedVersion,
} from "#parking/kernel/page/new-version.ts";
import { queueTexts } from "../queue/queue-texts.ts";
import { useWaiting } from "../queue/use-waiting.ts";

/** A query of the dashboard's address. A route of its own would enlarge the table of addresses, which loads before anything is drawn. */
const waitingPath = (project: ProjectId) => `${paths.attendantDashboard(project)}?waiting`;

/** The bar on top of every attendant screen (document 4 §6): the number of waiting entries, a wrong clock, and a newer application. */
export function WaitingBar({ session, project }: { session: Session; project: ProjectId }) {
  const rows = useWaiting(session) ?? [];
  const owner = ownerOf("attendant", session);
  const wrong = clockSpan(useSyncExternalStore(onKnowledge, () => clockOffsetOf(owner)));
  const isNew = useSyncExternalStore(onNewVersion, isNewVersionOffered);
  useEffect(() => void keepApplication(), []);
  const { pathname, search } = useLocation();
  const to = waitingPath(project);
  const hasRefused = rows.some(({ refused }) => refused !== undefined);
  if (rows.length === 0 && wrong === undefined && !isNew) return null;
  return (
    <div
      className={clsx("text-center font-semibold", hasRefused ? "bg-danger-soft text-danger" : "bg-sunken text-ink")}
    >
      {wrong !== undefined && (
        <p role="alert" className="px-4 py-2">
          {queueTexts.clock(wrong)}
        </p>
      )}
      {isNew && (
        <p className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4 py-2">
          {queueTexts.newVersion}
          <Button size="small" onClick={takeOfferedVersion}>
            {queueTexts.takeVersion}
          </Button>
        </p>
      )}
      {rows.length > 0 && (
        <Link
          to={to}
          aria-current={pathname + search === to ? "page" : undefined}
          className="flex min-h-11 items-center justify-center gap-2 px-4 py-2 underline underline-offset-4"
        >
          <CloudUpload aria-hidden="true" className="size-5 shrink-0" />
          {queueTexts.waiting(rows.length)}
        </Link>
      )}
    </div>
  );
}
