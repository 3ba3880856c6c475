// What a stored photo really is: read from its bytes, whatever its name and type say.
//
// Why: a type that the uploader writes proves nothing, and a picture of a few kilobytes can unfold to gigabytes in the phone of
// whoever looks at it. Contract test: tests/backend/limits-photos.test.ts.
import { imageSize } from "image-size";
import { Refusal } from "#server/http/refusal.ts";

/** Most pixels of a photo: the largest phone cameras have about as many, and the browser scales down before it sends. */
export const MAX_PIXELS = 100_000_000;
/** The size stands before the picture; reading on would only cost time. */
const HEADER_BYTES = 512 * 1024;
/** How files of the kinds that are stored begin. The library would also try others. */
const BEGINNING = /^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|....ftyp)/s;
/** These kinds, as the library names them. */
const KINDS = ["jpg", "png", "webp", "gif", "avif", "heic", "heif"];

const unsupported = (message: string) => new Refusal(415, "invalid_mime_type", message);

/** The media type of a photo, read from its bytes. Throws Refusal for other files, and for more than MAX_PIXELS. */
export function typeOfPhoto(bytes: Uint8Array): string {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEADER_BYTES));
  const { type = "", width, height } = measure(header);
  if (!KINDS.includes(type))
    throw unsupported("A file that is no JPEG, PNG, WebP, GIF, AVIF or HEIC photo is not supported.");
  const size = width > 0 && height > 0 ? width * height : 0;
  const pixels = Math.max(size, /avif|hei[cf]/.test(type) ? heifPixels(header) : 0);
  if (pixels === 0) throw unsupported("The size of the photo cannot be read.");
  if (pixels > MAX_PIXELS) throw unsupported(`The photo has more than ${MAX_PIXELS / 1_000_000} megapixels.`);
  return `image/${type === "jpg" ? "jpeg" : type}`;
}

function measure(header: Buffer): { type?: string; width: number; height: number } {
  try {
    if (BEGINNING.test(header.toString("latin1", 0, 16))) return imageSize(header);
  } catch {
    // Nothing that it knows, or cut off before its size.
  }
  return { width: 0, height: 0 };
}

/** The pixels of the largest picture that an AVIF or HEIC names: the library subtracts what is cut away, which is unfolded all the same. */
function heifPixels(header: Buffer): number {
  let largest = 0;
  for (let at = header.indexOf("ispe"); at !== -1 && at + 16 <= header.length; at = header.indexOf("ispe", at + 4))
    largest = Math.max(largest, header.readUInt32BE(at + 8) * header.readUInt32BE(at + 12));
  return largest;
}
