/** Reading a case's photos: what its fine lists, each with an address where its file has arrived. */
import type { PhotoCategory } from "#contract/cases.ts";
import { getClient } from "../client.ts";
import { signPaths } from "../storage.ts";
import { unwrap } from "../unwrap.ts";

export type CasePhoto = {
  id: string;
  taken_at: string;
  category: PhotoCategory | null;
  /** Undefined: its file has not arrived. */
  address: string | undefined;
};

/** The photos of a case in the order in which they were taken. @throws DataError */
export async function listPhotos(fineId: string, signal: AbortSignal): Promise<CasePhoto[]> {
  const client = await getClient();
  const rows = client.from("fine_photos").select("id, path, taken_at, category").eq("fine_id", fineId);
  const photos = unwrap(await rows.order("taken_at").order("id").abortSignal(signal));
  const addresses = await signPaths(
    "case-photos",
    photos.map(({ path }) => path),
  );
  return photos.map(({ path, category, ...photo }) => ({
    ...photo,
    category: category as PhotoCategory | null,
    address: addresses.get(path),
  }));
}
