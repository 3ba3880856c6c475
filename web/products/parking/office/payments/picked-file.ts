import type { BankColumns } from "#data/payment_files/columns.ts";

/** A chosen file. Its ID is the key of its booking; other columns make it another file. */
export type PickedFile = {
  id: string;
  file: File;
  /** The columns that were named for this file. */
  columns?: BankColumns;
  /** Whether its columns are being named again. */
  isChanging?: boolean;
};
