/** Whether a text is an IBAN with its check digits (ISO 13616); a Swedish one has 24 signs. The text has no blanks and capital letters. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban) || (iban.startsWith("SE") && !/^SE\d{22}$/.test(iban))) return false;
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (sign) => Number.parseInt(sign, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}
