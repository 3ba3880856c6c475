/** Texts of the settings of several sites side by side. */
export const sitesTexts = {
  title: "Inställningar",
  text: "Värden som skiljer sig från de flesta platsers är utmärkta. Allt annat ändras på platsens egen sida.",
  none: "Du arbetar inte på någon plats.",
  open: (name: string) => `Alla inställningar för ${name}`,
  differs: (value: string) => `${value} (avviker)`,
  change: "Ändra på flera platser",
  changeText: "Värdet sparas på de valda platserna och gäller från och med nu.",
  setting: "Inställning",
  value: "Värde",
  where: "Platser",
  noSite: "Välj minst en plats",
  save: "Spara på platserna",
  saved: (count: number) => (count === 1 ? "Sparat på 1 plats" : `Sparat på ${count} platser`),
  changed: (names: string) => `Någon annan har ändrat: ${names}. De är som de var.`,
  failed: "Kunde inte spara. Ladda sidan och se vilka platser som är ändrade.",
} as const;
