/** Texts of an attendant's own fines of the day (document 4 §5). */
export const ownCaseTexts = {
  title: "Mina ärenden",
  withCount: (count: number) => `Mina ärenden (${count})`,
  list: "Mina ärenden i dag",
  loading: "Hämtar dina ärenden …",
  failed: "Kunde inte hämta dina ärenden",
  none: "Du har inte utfärdat något i dag.",
  number: (caseNumber: string) => `Ärende ${caseNumber}`,
  delivery: { fixed: "Fäst på bilen", handed: "Överlämnad", not_delivered: "Bilen körde iväg" },
  noDelivery: "Inte noterat hur boten lämnades",
  open: "Visa boten",
  show: "Visa ärendet",
  withdraw: "Makulera",
  confirmTitle: (caseNumber: string) => `Makulera ärende ${caseNumber}?`,
  confirmText: "Ärendet makuleras som felskrivet, och föraren behöver inte betala. Det går inte att ångra här.",
  withdrawn: "Ärendet är makulerat",
  withdrawFailed: "Kunde inte makulera ärendet",
} as const;
