/** Noting in the trail that somebody reads passwords or takes rows out: the database says who and when. */
import { useEffect } from "react";
import { ask } from "../ask.ts";
import type { Json } from "../database.gen.ts";
import { defineMutation } from "../define-mutation.ts";

export type Access = {
  access: "read" | "export";
  /** What is read: a table, as the trail names it. */
  subject: string;
  project?: string;
  details?: { [key: string]: Json };
};

/** Notes it; call it before anything is shown or saved. @throws DataError */
export async function recordAccess(access: Access): Promise<void> {
  await ask((client) => client.rpc("record_access", access));
}

export const useRecordAccess = defineMutation(recordAccess);

/** Notes once that a list of readable passwords is shown, which only the profile `specified` has (document 1 §6). */
export function useNotedReading(subject: string, isShown: boolean, project?: string): void {
  useEffect(() => {
    if (!isShown) return;
    // The list is there already: a note that fails takes nothing back.
    recordAccess({ access: "read", subject, ...(project === undefined ? {} : { project }) }).catch(() => undefined);
  }, [subject, isShown, project]);
}
