/** What is asked before an unfinished fine or report is left (document 4 §5). */
export const leaveTexts = {
  title: "Lämna formuläret?",
  description: "Inget är utfärdat. Det du har fyllt i finns kvar på enheten tills du är klar eller loggar ut.",
  confirmText: "Lämna",
  cancelText: "Stanna",
} as const;
