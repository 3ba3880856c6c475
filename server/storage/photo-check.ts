// What a stored photo really is: read from its bytes, whatever its name and type say.
//
// Why: a type that the uploader writes proves nothing, and a picture of a few kilobytes can unfold to gigabytes in the phone of
// whoever looks at it. Contract test: tests/backend/limits-photos.test.ts.
import { imageSize } from "image-size";

/** Most pixels of a photo: the largest phone cameras have about as many, and the browser scales down before it sends. */
export const MAX_PIXELS = 100_000_000;

/** Kinds that are stored, as image-size names them. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["jpg", "image/jpeg"],
  ["png", "image/png"],
  ["webp", "image/webp"],
  ["gif", "image/gif"],
  ["avif", "image/avif"],
  ["heic", "image/heic"],
  ["heif", "image/heif"],
]);

/** Whether files of this media type are stored at all; `image/jpg` is how some write JPEG. */
export const isPhotoType = (type: string): boolean =>
  [...TYPES.values(), "image/jpg"].includes(type.split(";", 1)[0]?.trim().toLowerCase() ?? "");

/** The bytes are no photo that is stored; `message` says why. */
export class PhotoError extends Error {
  override name = "PhotoError";
}

/**
 * The media type of a photo, read from its bytes.
 * @throws {PhotoError} when it is none of jpeg, png, webp, gif, avif and heic, when its size cannot be read, or when it has more
 *   than MAX_PIXELS
 */
export function typeOfPhoto(bytes: Uint8Array): string {
  const header = bytes.subarray(0, HEADER_BYTES);
  const found = measure(header);
  const type = TYPES.get(found?.type ?? "");
  if (!found || !type)
    throw new PhotoError("A file that is no JPEG, PNG, WebP, GIF, AVIF or HEIC photo is not supported.");
  const pixels = Math.max(found.pixels, heifPixels(header, type));
  if (!(pixels > 0)) throw new PhotoError("The size of the photo cannot be read.");
  if (pixels > MAX_PIXELS) throw new PhotoError(`The photo has more than ${MAX_PIXELS / 1_000_000} megapixels.`);
  return type;
}

/** How files of these kinds begin. The library would also try kinds that are not stored. */
const BEGINNING = /^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|....ftyp)/s;

/** The size stands before the picture; reading on would only cost time. */
const HEADER_BYTES = 512 * 1024;

function measure(header: Uint8Array): { type: string | undefined; pixels: number } | null {
  if (!BEGINNING.test(Buffer.from(header.subarray(0, 16)).toString("latin1"))) return null;
  try {
    const { type, width, height } = imageSize(header);
    return { type, pixels: width > 0 && height > 0 ? width * height : 0 };
  } catch {
    // Nothing that it knows, or cut off before its size.
    return null;
  }
}

/**
 * The pixels of the largest picture that an AVIF or HEIC names, 0 for other kinds. The library subtracts what is cut away, which
 * a decoder unfolds all the same.
 */
function heifPixels(bytes: Uint8Array, type: string): number {
  if (!/avif|hei[cf]/.test(type)) return 0;
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let largest = 0;
  for (let at = header.indexOf("ispe"); at !== -1 && at + 16 <= header.length; at = header.indexOf("ispe", at + 4))
    largest = Math.max(largest, header.readUInt32BE(at + 8) * header.readUInt32BE(at + 12));
  return largest;
}
