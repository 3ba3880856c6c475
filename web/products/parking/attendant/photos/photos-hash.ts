/** What an address ends with that leads to the photos of a stored fine. */
export const PHOTOS_HASH = "#photos";
