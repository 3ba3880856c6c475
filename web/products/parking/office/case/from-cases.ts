/** The router state of a page opened from a list, the desk or a case: its way back is the browser's, to the same list, search and place. */
export const FROM_CASES = { isFromCases: true } as const;
