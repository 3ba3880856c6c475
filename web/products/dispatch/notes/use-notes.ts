import { useListInterval } from "#data/live.ts";
import { useLiveNotes } from "#data/operator_notes/live.ts";
import { operatorNoteQueries } from "#data/operator_notes/queries.ts";
import { useQuery } from "#data/use-query.ts";

/** The open notes, live. */
export function useOpenNotes() {
  useLiveNotes();
  return useQuery({ ...operatorNoteQueries.open(), refetchInterval: useListInterval() });
}
