/** Keeps and finishes notes from shift to shift (document 5 §3). Each is one call with an id of its own, which may be sent again. */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { whileConnected } from "../contact.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { NOTES_KEY, type OperatorNote } from "./queries.ts";

export type NewNote = { id: string; text: string; unit_id: string | null; call_id: string | null };
export type KeepAnswer = { outcome: "kept"; note: OperatorNote } | { outcome: "gone" };
/** `by` and `at` are of the person who was first. */
export type FinishAnswer =
  | { outcome: "finished"; at: string }
  | { outcome: "finished_already"; by: string; at: string }
  | { outcome: "gone" };

/** Keeps a note; `gone` when its unit or call is. */
export const keepNote = (acting: ActingPerson, note: NewNote) =>
  whileConnected(
    async () => (await ask(acting, (client) => client.rpc("keep_note", { note, acting_as: acting.id }))) as KeepAnswer,
  );

/** Finishes a note. */
export const finishNote = (acting: ActingPerson, { noteId, eventId }: { noteId: string; eventId: string }) =>
  whileConnected(
    async () =>
      (await ask(acting, (client) =>
        client.rpc("finish_note", { note_id: noteId, event_id: eventId, acting_as: acting.id }),
      )) as FinishAnswer,
  );

export const useKeepNote = definePersonMutation(keepNote, [NOTES_KEY]);
export const useFinishNote = definePersonMutation(finishNote, [NOTES_KEY]);
