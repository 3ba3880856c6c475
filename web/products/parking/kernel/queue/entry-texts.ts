import type { EntryKind } from "./entries.ts";

/** What waits to be sent, in words, and a file of the queue that is gone (document 4 §6). */
export const entryTexts = {
  kinds: {
    check: "Kontroll",
    fine: "Bot",
    correction: "Ändring av bot",
    delivery: "Hur boten lämnades",
    note: "Anteckning",
    photo: "Bild till bot",
    shift: "Skift",
  } satisfies Record<EntryKind, string>,
  fileGone: "Bilden finns inte kvar på telefonen",
} as const;
