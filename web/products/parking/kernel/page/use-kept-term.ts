import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * The search term, kept in this entry of the browser's history, so that the back button finds it. It does not stand in the address, because
 * it is often a plate.
 */
export function useKeptTerm(): [term: string, keep: (term: string) => void] {
  const navigate = useNavigate();
  const { state, search } = useLocation() as { state: Record<string, unknown> | null; search: string };
  const kept = state?.["searchTerm"];
  const keep = useCallback(
    (searchTerm: string) =>
      void navigate({ search }, { replace: true, preventScrollReset: true, state: { ...state, searchTerm } }),
    [navigate, search, state],
  );
  return [typeof kept === "string" ? kept : "", keep];
}
