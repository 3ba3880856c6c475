/** Photos of fines: which there are, and addresses under which a page shows those that have arrived. */
import { queryOptions } from "@tanstack/react-query";
import type { PhotoCategory } from "#contract/cases.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { RENEW_PHOTOS_MS, signPaths } from "../storage.ts";
import { unwrap } from "../unwrap.ts";

export const CASE_PHOTOS = "case-photos";

export type FinePhoto = Pick<Row<"fine_photos">, "id" | "path" | "sha256" | "taken_at"> & {
  category: PhotoCategory | null;
};
/** `address` is null while the file has not arrived. */
export type ShownPhoto = FinePhoto & { address: string | null };

/** Keys and options of queries on photos; below those of fines, whose events change them. */
export const finePhotoQueries = {
  of: (fineId: string) =>
    queryOptions({
      queryKey: ["fines", "photos", fineId] as const,
      refetchInterval: RENEW_PHOTOS_MS,
      queryFn: ({ signal }) => listPhotos(fineId, signal),
    }),
};

/** The photos of a fine in the order in which they were taken. @throws DataError */
export async function listPhotos(fineId: string, signal: AbortSignal): Promise<ShownPhoto[]> {
  const client = await getClient();
  const rows = client.from("fine_photos").select("id, path, sha256, taken_at, category").eq("fine_id", fineId);
  const photos = unwrap(await rows.order("taken_at").order("id").limit(8).abortSignal(signal)) as FinePhoto[];
  const paths = photos.map(({ path }) => path);
  const addresses = await signPaths(CASE_PHOTOS, paths);
  return photos.map((photo) => ({ ...photo, address: addresses.get(photo.path) ?? null }));
}
