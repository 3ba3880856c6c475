// Opens the store of objects' bytes: a folder, or a bucket of S3. Both keep the bytes under the same names.
import type { FileStore } from "./file-store.ts";
import { openFolderStore } from "./folder-store.ts";
import { type S3Place, openS3Store } from "./s3-store.ts";

/** Place of the store: S3 where it is named, else the folder (absolute path). */
export type StorePlace = { storageDir: string; s3?: S3Place | null };

/** Opens the store, which lists names of this form (photos' when left out). Nothing is made or asked before the first call. */
export const openStore = ({ storageDir, s3 }: StorePlace, form?: RegExp): FileStore =>
  s3 ? openS3Store(s3, form) : openFolderStore(storageDir, form);
