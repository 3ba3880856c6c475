// A picture passed from one screen to the next, only in memory: the camera's frame that becomes a fine's first photo.

let handed: File | undefined;

/** Passes a picture to the next fine; undefined takes it back. */
export function handPhoto(file: File | undefined): void {
  handed = file;
}

/** Takes the passed picture, once. */
export function takeHandedPhoto(): File | undefined {
  const file = handed;
  handed = undefined;
  return file;
}
