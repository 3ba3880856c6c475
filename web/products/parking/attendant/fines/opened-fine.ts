import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { paths, type ProjectId } from "#shared/paths.ts";

/** The part of an address that names a stored fine. */
const FINE = "fine";

/** Where the attendant who issued a fine opens it again: the page that made it. */
export function openedFinePath(
  project: ProjectId,
  { id, kind, parking_id: parking }: { id: string; kind: string; parking_id: string | null },
): string {
  const page =
    kind === "ticket" && parking !== null ? paths.generateTicket(project, parking) : paths.createReport(project);
  return `${page}?${FINE}=${id}`;
}

/**
 * The stored fine that the address named when the screen was opened, and how a form says that it has stored one: a reload of its page
 * shows that, and no empty form.
 */
export function useOpenedFine(): { id: string | null; show: (id: string) => void } {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const [id] = useState(() => search.get(FINE));
  return {
    id,
    show: (stored) =>
      setSearch(
        { [FINE]: stored },
        { replace: true, preventScrollReset: true, state: state as Record<string, unknown> },
      ),
  };
}
