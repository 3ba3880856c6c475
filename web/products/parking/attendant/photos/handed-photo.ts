// A picture that goes along from one screen to the next, in memory alone: the frame of the camera that becomes a fine's first photo.

let handed: File | undefined;

/** Hands a picture to the next fine; undefined takes it back. */
export function handPhoto(file: File | undefined): void {
  handed = file;
}

/** Takes the handed picture, once. */
export function takeHandedPhoto(): File | undefined {
  const file = handed;
  handed = undefined;
  return file;
}
