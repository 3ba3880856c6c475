/** Photos of fines: which there are, and addresses under which a page shows those that have arrived. */
import { queryOptions } from "@tanstack/react-query";
import type { PhotoCategory } from "#contract/cases.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { RENEW_PHOTOS_MS } from "../storage.ts";
import { unwrap } from "../unwrap.ts";

export const CASE_PHOTOS = "case-photos";

export type FinePhoto = Pick<Row<"fine_photos">, "id" | "path" | "sha256" | "taken_at"> & {
  category: PhotoCategory | null;
};
/** `address` is null while the file has not arrived. */
export type ShownPhoto = FinePhoto & { address: string | null };

/** How long an address is good for, in seconds: no longer ones are given. */
const SIGNED_SECONDS = 15 * 60;

export const finePhotoQueries = {
  of: (fineId: string) =>
    queryOptions({
      queryKey: ["fine_photos", fineId] as const,
      refetchInterval: RENEW_PHOTOS_MS,
      queryFn: async ({ signal }): Promise<ShownPhoto[]> => {
        const client = await getClient();
        const columns = client.from("fine_photos").select("id, path, sha256, taken_at, category").eq("fine_id", fineId);
        const photos = unwrap(await columns.order("taken_at").order("id").limit(8).abortSignal(signal)) as FinePhoto[];
        if (photos.length === 0) return [];
        const files = client.storage.from(CASE_PHOTOS);
        const paths = photos.map(({ path }) => path);
        const signed = unwrap(await files.createSignedUrls(paths, SIGNED_SECONDS));
        const addresses = new Map(
          signed.map(({ path, signedUrl, error }) => [path, error === null ? signedUrl : null]),
        );
        return photos.map((photo) => ({ ...photo, address: addresses.get(photo.path) ?? null }));
      },
    }),
};
