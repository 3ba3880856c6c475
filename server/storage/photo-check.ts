// Checks of an uploaded photo: its real type, read from its bytes before they are decoded, and the type that it is stored as, read from its
// name.
//
// The type that an uploader writes proves nothing, and a picture of a few kilobytes can unfold to gigabytes. Refusals are in Swedish, since
// screens show them. Contract test: tests/backend/limits/photos.test.ts.
import { imageSize } from "image-size";
import { Refusal } from "#server/http/refusal.ts";

/** Kinds of photos that are read, as the library names them, and the most pixels of each: the largest phone cameras have about 50 million.
 * AVIF, which no camera makes, takes 20 bytes of memory for each. */
export const MOST_PIXELS = { jpg: 50_000_000, png: 50_000_000, webp: 50_000_000, avif: 16_000_000 };

/** Types in which photos are written, by the ending of their name. */
const WRITTEN = new Map([
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
  ["png", "image/png"],
] as const);
export type PhotoType = "image/jpeg" | "image/webp" | "image/png";

/** Most bytes in which the size is looked for. The size stands before the picture, so that reading on would only cost time. */
const HEADER_BYTES = 512 * 1024;
/** First bytes of the known kinds of files. The library would also try other kinds. */
const BEGINNING = /^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|....ftyp)/s;

/** The refusal of a file that is no photo of a known kind. */
export const unsupported = (message: string) => new Refusal(415, "invalid_mime_type", message);

/** The type in which a photo of this name is written; a name without an ending is a JPEG. Throws Refusal for another ending. */
export function writtenAs(key: string): PhotoType {
  const ending = /\.([^./]+)$/.exec(key)?.[1] ?? "jpg";
  const type = WRITTEN.get(ending.toLowerCase() as "jpg");
  if (type === undefined) throw unsupported("En bilds namn ska sluta på .jpg, .jpeg, .png eller .webp.");
  return type;
}

/** The media type of a photo by its bytes. Throws Refusal for other files, and for more than MOST_PIXELS. */
export function typeOfPhoto(bytes: Uint8Array): string {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEADER_BYTES));
  const { type = "", width, height } = measure(header);
  if (/^hei[cf]$/.test(type))
    throw unsupported("HEIC-bilder kan inte läsas här. Spara bilden som JPEG och försök igen.");
  if (type === "gif") throw unsupported("GIF-bilder kan inte tas emot. Spara bilden som JPEG och försök igen.");
  if (!isRead(type)) throw unsupported("Filen är ingen bild i formatet JPEG, PNG, WebP eller AVIF.");
  const size = width > 0 && height > 0 ? width * height : 0;
  const pixels = Math.max(size, type === "avif" ? avifPixels(header) : 0);
  if (pixels === 0) throw unsupported("Bildens storlek kan inte läsas.");
  const most = MOST_PIXELS[type];
  if (pixels > most) throw unsupported(`Bilden har fler än ${most / 1_000_000} megapixlar.`);
  return `image/${type === "jpg" ? "jpeg" : type}`;
}

const isRead = (type: string): type is keyof typeof MOST_PIXELS => Object.hasOwn(MOST_PIXELS, type);

function measure(header: Buffer): { type?: string; width: number; height: number } {
  try {
    if (BEGINNING.test(header.toString("latin1", 0, 16))) return imageSize(header);
  } catch {
    // The file is of no known kind, or was cut off before its size.
  }
  return { width: 0, height: 0 };
}

/**
 * The pixels of the largest picture that an AVIF names. The library subtracts the part that is cut away, although the decoder unfolds that
 * part too.
 */
function avifPixels(header: Buffer): number {
  let largest = 0;
  for (let at = header.indexOf("ispe"); at !== -1 && at + 16 <= header.length; at = header.indexOf("ispe", at + 4))
    largest = Math.max(largest, header.readUInt32BE(at + 8) * header.readUInt32BE(at + 12));
  return largest;
}
