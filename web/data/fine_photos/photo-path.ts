/** Where a photo of a fine lies: the path that the fine lists. */
export const casePhotoPath = (fineId: string, photoId: string, extension: "jpg" | "png" | "webp"): string =>
  `${fineId}/${photoId}.${extension}`;
