import type { EntryKind } from "./entries.ts";

/** Texts of the entries that wait to be sent, and of a missing file of the queue (document 4 §6). */
export const entryTexts = {
  kinds: {
    check: "Kontroll",
    fine: "Bot",
    correction: "Ändring av bot",
    delivery: "Hur boten lämnades",
    note: "Anteckning",
    photo: "Bild till bot",
    shift: "Skift",
    stamp: "Stämpling",
  } satisfies Record<EntryKind, string>,
  fileGone: "Bilden finns inte kvar på telefonen",
} as const;
