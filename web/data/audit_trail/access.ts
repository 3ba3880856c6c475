/** Notes in the trail that a person reads passwords or exports rows; the database adds who and when. */
import { useEffect } from "react";
import { type Acting, useActing } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Json } from "../database.gen.ts";
import { defineMutation } from "../define-mutation.ts";

export type Access = {
  access: "read" | "export";
  /** The table that is read, as the trail names it. */
  subject: string;
  project?: string;
  details?: { [key: string]: Json };
};

/** Writes the note. The caller does this before it shows or saves anything. @throws DataError */
export async function recordAccess(acting: Acting, access: Access): Promise<void> {
  await ask(acting, (client) => client.rpc("record_access", access));
}

export const useRecordAccess = defineMutation(recordAccess);

/** Notes once that a list of readable passwords is shown. Only the profile `specified` has such lists (document 1 §6). */
export function useNotedReading(subject: string, isShown: boolean, project?: string): void {
  const acting = useActing();
  useEffect(() => {
    if (!isShown) return;
    // The list is already on the screen, so a failed note changes nothing.
    recordAccess(acting, { access: "read", subject, ...(project === undefined ? {} : { project }) }).catch(
      () => undefined,
    );
  }, [acting, subject, isShown, project]);
}
