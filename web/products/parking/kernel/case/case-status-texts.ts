import type { CaseStatus } from "#contract/cases.ts";

/** Words for the states of a case, apart from the office's texts, which an attendant's phone does not need. */
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
