/** Texts of a draft that waits on the device. */
export const draftTexts = {
  kept: "Utkastet finns kvar på enheten tills du är klar eller loggar ut.",
  discard: "Släng utkastet",
  confirmTitle: "Släng utkastet?",
  confirm: "Släng",
} as const;
