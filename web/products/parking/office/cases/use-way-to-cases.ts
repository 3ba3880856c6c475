import { useLocation, useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";

/** Tillbaka: to the list or page that led here, as it was (FROM_CASES); without one to a case, or to all of them. */
export function useWayToCases(project: string, caseNumber = ""): () => void {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { isFromCases?: unknown } | null };
  return () => void (state?.isFromCases === true ? navigate(-1) : navigate(paths.cases(project, caseNumber)));
}
