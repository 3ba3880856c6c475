/** The path of a fine's photo in the bucket, as the fine lists it. */
export const casePhotoPath = (fineId: string, photoId: string, extension: "jpg" | "png" | "webp"): string =>
  `${fineId}/${photoId}.${extension}`;
