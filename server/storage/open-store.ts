// Opens the place where the bytes of stored objects lie: a folder, or a bucket of S3. Both keep them under the same names.
import type { FileStore } from "./file-store.ts";
import { openFolderStore } from "./folder-store.ts";
import { type S3Place, openS3Store } from "./s3-store.ts";

/** S3 is taken where it is named, else the folder (absolute path). */
export type StorePlace = { storageDir: string; s3?: S3Place | null };

/** Nothing is made and nothing is asked before the first call. */
export const openStore = ({ storageDir, s3 }: StorePlace): FileStore =>
  s3 ? openS3Store(s3) : openFolderStore(storageDir);
