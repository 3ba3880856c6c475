import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { type ProjectId, paths } from "#shared/paths.ts";

/** The query parameter that names a stored fine. */
const FINE = "fine";

/** The address where the attendant who issued a fine opens it again: the page that made it. */
export function openedFinePath(
  project: ProjectId,
  { id, kind, parking_id: parking }: { id: string; kind: string; parking_id: string | null },
): string {
  const page =
    kind === "ticket" && parking !== null ? paths.generateTicket(project, parking) : paths.createReport(project);
  return `${page}?${FINE}=${id}`;
}

/**
 * The stored fine in the address when the screen opened, and a function that writes a new one there, so that a reload shows the stored fine
 * and not an empty form.
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

/** The end of an address that leads to the photos of a stored fine. */
export const PHOTOS_HASH = "#photos";
