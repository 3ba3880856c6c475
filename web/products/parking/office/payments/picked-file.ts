import type { BankColumns } from "#data/payment_files/columns.ts";

/** A file that somebody chose. Its key is that of its booking; other columns make another file of it. */
export type PickedFile = {
  id: string;
  file: File;
  /** Columns that were named for this file. */
  columns?: BankColumns;
  /** Whether its columns are being named anew. */
  isChanging?: boolean;
};
