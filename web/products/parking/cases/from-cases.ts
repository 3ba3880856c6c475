/** What a case's page is told that was opened from a list or the desk: its way back is the browser's, to the same list, search and place. */
export const FROM_CASES = { isFromCases: true } as const;
