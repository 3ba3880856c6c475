/** Whether the last digit checks the other digits (Luhn), as in giro numbers and case numbers. */
export const isChecked = (digits: string): boolean =>
  Array.from(digits)
    .toReversed()
    .reduce((sum, digit, place) => {
      const value = Number(digit) * (1 + (place % 2));
      return sum + Math.floor(value / 10) + (value % 10);
    }, 0) %
    10 ===
  0;
