import { useLocation } from "react-router";

/** The plate of the check, or of the search without a result, that led here; empty for a page that was opened by its address. */
export function usePlateOfSearch(): string {
  const { state } = useLocation() as { state: { plate?: unknown } | null };
  return typeof state?.plate === "string" ? state.plate : "";
}
