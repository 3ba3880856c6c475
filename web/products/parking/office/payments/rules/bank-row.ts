/** A payment in a file; `row` is its line, `key` the bank's own ID for it, or an empty text. */
export type ReadRow = {
  row: number;
  amount_ore: number;
  value_date: string;
  reference: string;
  payer_text: string;
  key: string;
  method: string;
};
