const question = { title: "Lämna formuläret?", confirmText: "Lämna", cancelText: "Stanna" } as const;

/** The questions before an unfinished fine or report is left (document 4 §5), with what happens to it. */
export const leaveTexts = {
  draft: {
    ...question,
    description: "Inget är utfärdat. Det du har fyllt i finns kvar på enheten tills du är klar eller loggar ut.",
  },
  onItsWay: {
    ...question,
    description: "Det du har fyllt i håller på att sparas. Lämnar du nu får du inte veta här om det lyckades.",
  },
  changed: { ...question, description: "Ärendet är sparat, men inte det du har ändrat sedan dess." },
} as const;
