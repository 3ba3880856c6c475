import { SHIFT } from "#contract/limits.ts";

const QUALITY = 0.85;

/** Photos are read one at a time to save memory: an open photo of 12 megapixels takes 48 MB. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Converts a chosen picture for sending: upright, at most 1600 pixels long, as JPEG. The redrawing also removes the camera's metadata, such
 * as the place.
 * @throws DOMException when the browser cannot read it as a picture (no picture, damaged, unknown HEIC).
 */
export function readPhoto(file: File): Promise<File> {
  const reading = last.then(() => redraw(file));
  last = reading.catch(() => undefined);
  return reading;
}

/** The largest file that is read, in bytes (document 5 §10). */
const LARGEST_BYTES = 10 * 1024 * 1024;

/** Reads chosen files as photos, one after the other; names those that are too large or no picture. */
export async function readPhotos(files: readonly File[]): Promise<{ photos: File[]; unreadable: string[] }> {
  const read = { photos: [] as File[], unreadable: [] as string[] };
  for (const file of files) {
    try {
      if (file.size > LARGEST_BYTES) throw new DOMException("Too large");
      // oxlint-disable-next-line no-await-in-loop -- a phone has memory for one open photo
      read.photos.push(await readPhoto(file));
    } catch {
      read.unreadable.push(file.name);
    }
  }
  return read;
}

async function redraw(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const canvas = document.createElement("canvas");
  Object.assign(canvas, scaledSize(bitmap));
  try {
    const context = canvas.getContext("2d");
    if (context === null) throw new DOMException("No canvas");
    // Transparent parts of a PNG would turn black in a JPEG.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await toJpeg(canvas);
    return new File([blob], jpegName(file.name), { type: blob.type, lastModified: file.lastModified });
  } finally {
    bitmap.close();
    // Safari frees a canvas only when it is small.
    canvas.width = 0;
  }
}

function toJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new DOMException("Not encoded")) : resolve(blob)),
      "image/jpeg",
      QUALITY,
    );
  });
}

/** The file name of a photo after its conversion to JPEG. */
export const jpegName = (fileName: string): string => `${fileName.replace(/\.[^./\\]{1,5}$/, "") || "bild"}.jpg`;

export type Size = { width: number; height: number };

/** The size of a photo for sending, in whole pixels: its longest side is at most `edge`; a smaller photo keeps its size. */
export function scaledSize({ width, height }: Size, edge: number = SHIFT.photoEdge): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
