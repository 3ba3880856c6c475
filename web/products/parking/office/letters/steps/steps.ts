/** The steps for many cases, in their order (document 4 §5). */
export const STEPS = ["ask", "owners", "remind", "collect"] as const;
export type Step = (typeof STEPS)[number];

/** The number of cases that wait for a step; `hasMore` when one call does not list all. */
export type StepCount = { count: number; hasMore: boolean };
/** The counts that are known. Reading a file has none: the register decides when it answers. */
export type StepCounts = Partial<Record<Step, StepCount>>;
