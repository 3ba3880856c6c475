const QUALITY = 0.92;

/**
 * The picture that a video shows now, as a JPEG; undefined while it shows none yet. The picture is drawn at once, so that a hand that moves
 * on changes nothing. @throws DOMException when the device has no memory for it.
 */
export async function takeFrame(video: HTMLVideoElement): Promise<File | undefined> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0) return undefined;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (context === null) throw new DOMException("No canvas");
  context.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  // Safari frees a canvas only when it is small.
  canvas.width = 0;
  if (blob === null) throw new DOMException("Not encoded");
  return new File([blob], "bild.jpg", { type: blob.type });
}
