/**
 * Whether a click is the second of a double one. Where a pressed row leaves its list the next one moves beneath the pointer, and the
 * second click would press what nobody looked at.
 */
export const isSecondClick = ({ detail }: { detail: number }): boolean => detail > 1;
