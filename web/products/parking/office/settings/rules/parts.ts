/** The parts of the settings, in their order; each is the id of its section. */
export const PARTS = ["issuer", "payment", "rules", "reminder", "keep", "violations", "erasure"] as const;
export type Part = (typeof PARTS)[number];
