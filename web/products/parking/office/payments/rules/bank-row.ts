/** A payment as a file has it; `row` is its line, `key` what the bank itself calls it, or an empty text. */
export type ReadRow = {
  row: number;
  amount_ore: number;
  value_date: string;
  reference: string;
  payer_text: string;
  key: string;
  method: string;
};
