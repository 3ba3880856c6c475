/** Words in the names of columns, by their probable meaning. */
const WORDS = {
  date: /valuta(dag|datum)|bokf|datum|\bdag/i,
  amount: /belopp|summa|insatt|amount/i,
  reference: /ocr|referens|meddelande|text|beskrivning/i,
  payer: /betalare|avsändare|namn/i,
  key: /\bid\b|löpnummer|transaktionsnummer/i,
} as const;

export type ColumnGuess = Record<keyof typeof WORDS, string>;

/** The probable columns of a table, as the form's first values: positions as texts, or an empty text. */
export function guessColumns(headers: readonly string[]): ColumnGuess {
  const taken = new Set<number>();
  const place = (words: RegExp): string => {
    const found = headers.findIndex((name, at) => !taken.has(at) && words.test(name));
    if (found === -1) return "";
    taken.add(found);
    return String(found);
  };
  return {
    date: place(WORDS.date),
    amount: place(WORDS.amount),
    reference: place(WORDS.reference),
    payer: place(WORDS.payer),
    key: place(WORDS.key),
  };
}
