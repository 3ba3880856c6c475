import { useLocation, useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";

/** The `Tillbaka` button: back to the list or page that led here, unchanged (FROM_CASES); otherwise to a case, or to all cases. */
export function useWayToCases(project: string, caseNumber = ""): () => void {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { isFromCases?: unknown } | null };
  return () => void (state?.isFromCases === true ? navigate(-1) : navigate(paths.cases(project, caseNumber)));
}

/** The router state of a page opened from a list, the desk or a case: its way back is the browser's, to the same list, search and place. */
export const FROM_CASES = { isFromCases: true } as const;
