/** Texts of the device's camera. */
export const deviceTexts = { torch: "Lampa" } as const;
