import type { CaseStatus } from "#contract/cases.ts";

/** The states of a case in a word: apart from the office's texts, which an attendant's phone does not need. */
export const caseStatusTexts = {
  statuses: {
    issued: "Utfärdat",
    reminded: "Påmint",
    disputed: "Bestritt",
    paid: "Betalt",
    withdrawn: "Makulerat",
    written_off: "Avskrivet",
    collection: "Hos inkasso",
  } satisfies Record<CaseStatus, string>,
  mustBeReviewed: "Att granska",
} as const;
