/** Keeps the notes of operators live (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { NOTES_KEY } from "./queries.ts";

export const useLiveNotes = defineLive(() => ({ table: "operator_notes", refetch: () => [NOTES_KEY] }));
