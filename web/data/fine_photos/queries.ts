/** Reads the photos of a fine, and the addresses of the files that have arrived. */
import type { PhotoCategory } from "#contract/cases.ts";
import type { Acting } from "../acting.ts";
import { CASE_PHOTOS } from "./photo-path.ts";
import type { Row } from "../live.ts";
import { RENEW_PHOTOS_MS, signPaths } from "../stored-files.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

export type FinePhoto = Pick<Row<"fine_photos">, "id" | "path" | "sha256" | "taken_at"> & {
  category: PhotoCategory | null;
};
/** A photo; `address` is null until the file has arrived. */
export type ShownPhoto = FinePhoto & { address: string | null };

/** Query keys and options for photos. The keys lie below those of fines, because events of fines change photos. */
export const finePhotoQueries = {
  of: (fineId: string) =>
    queryOptions({
      queryKey: ["fines", "photos", fineId] as const,
      refetchInterval: RENEW_PHOTOS_MS,
      queryFn: (acting, { signal }) => listPhotos(acting, fineId, signal),
    }),
};

/** The photos of a fine, in the order in which they were taken. @throws DataError */
export async function listPhotos(acting: Acting, fineId: string, signal: AbortSignal): Promise<ShownPhoto[]> {
  const client = await acting.client();
  const rows = client.from("fine_photos").select("id, path, sha256, taken_at, category").eq("fine_id", fineId);
  const photos = unwrap(await rows.order("taken_at").order("id").limit(8).abortSignal(signal)) as FinePhoto[];
  const paths = photos.map(({ path }) => path);
  const addresses = await signPaths(acting, CASE_PHOTOS, paths);
  return photos.map((photo) => ({ ...photo, address: addresses.get(photo.path) ?? null }));
}
