/** The end of an address that leads to the photos of a stored fine. */
export const PHOTOS_HASH = "#photos";
