import { casePhotoPath } from "#data/fine_photos/photo-path.ts";
import type { FinePhoto } from "#data/fine_photos/queries.ts";
import { randomKey } from "#shared/random-key.ts";
import { sha256 } from "#shared/sha256.ts";
import type { KeptPhoto } from "./kept-photos.ts";
import { readPhoto } from "#shared/photo-file.ts";

/** A picture that was taken or chosen, scaled down, as a photo of a fine. @throws DOMException when it cannot be read as a picture. */
export async function takePhoto(fineId: string, file: File): Promise<KeptPhoto> {
  const takenAt = new Date().toISOString();
  const scaled = await readPhoto(file);
  return { id: randomKey(), fineId, file: scaled, sha256: await sha256(scaled), takenAt, category: null };
}

/** A photo as its fine lists it. */
export const listedPhoto = ({ id, fineId, sha256: hash, takenAt, category }: KeptPhoto): FinePhoto => ({
  id,
  path: casePhotoPath(fineId, id, "jpg"),
  sha256: hash,
  taken_at: takenAt,
  category,
});
