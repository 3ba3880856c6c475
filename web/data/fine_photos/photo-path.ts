/** The bucket of the photos of fines and of objections. */
export const CASE_PHOTOS = "case-photos";

/** The path of a fine's photo in the bucket, as the fine lists it. */
export const casePhotoPath = (fineId: string, photoId: string, extension: "jpg" | "png" | "webp"): string =>
  `${fineId}/${photoId}.${extension}`;
