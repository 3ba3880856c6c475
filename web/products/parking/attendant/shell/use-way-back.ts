import { useLocation, useNavigate } from "react-router";
import type { Log } from "#session/actions/use-activity-log.ts";
import { paths, type ProjectId } from "#shared/paths.ts";

/** The router state of a screen opened from the list: its way back is the browser's, to the same search and place. */
export const FROM_LIST = { isFromList: true } as const;

/** The `Tillbaka` button of a screen that is opened from the attendants' list. */
export function useWayBack(project: ProjectId, log: Log): () => void {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { isFromList?: unknown } | null };
  return () => {
    log("navigate_back");
    if (state?.isFromList === true) void navigate(-1);
    else void navigate(paths.attendantDashboard(project));
  };
}
