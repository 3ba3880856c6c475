// Photos that can be decoded, for servers that make each photo anew (server/storage/photo-worker.js).
import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** A PNG in the form in which the server writes PNGs: stored at a name that ends with .png, it comes back unchanged, byte by byte. */
export const SMALL_PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWO4a2x819iYAUIBACYKBQ152ofxAAAAAElFTkSuQmCC",
  "base64",
);

/**
 * A PNG like SMALL_PNG, of random points, `edge` on each side. A point takes about three bytes, so that all such PNGs of one size differ in
 * content and hardly in length.
 */
export const noisyPng = (edge: number): Promise<Buffer<ArrayBuffer>> =>
  sharp(randomBytes(3 * edge * edge), { raw: { width: edge, height: edge, channels: 3 } })
    .png()
    .toBuffer();

/** A photo of one colour. */
export const plainPhoto = (kind: "jpeg" | "png" | "webp" | "avif" | "gif", width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: "#d33" } })
    .toFormat(kind)
    .toBuffer();

/** A JPEG of twelve megapixels of noise, which costs seconds to write as WebP. */
export const largePhoto = (): Promise<Buffer<ArrayBuffer>> =>
  sharp(randomBytes(3 * 4000 * 3000), { raw: { width: 4000, height: 3000, channels: 3 } })
    .jpeg({ quality: 30 })
    .toBuffer();

/** A JPEG as a phone writes it that is held upright: red above, blue below, with the place in its metadata. */
export async function phonePhoto(width = 60, height = 80): Promise<Buffer<ArrayBuffer>> {
  const half = { width, height: height / 2, channels: 3 } as const;
  const upright = await sharp({ create: { width, height, channels: 3, background: "#00f" } })
    .composite([{ input: { create: { ...half, background: "#f00" } }, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return (
    sharp(upright)
      .rotate(-90)
      // Orientation 6: the picture is stored on its side, and viewers turn it by 90 degrees.
      .withExif({
        IFD0: { Make: "Telefon", Orientation: "6" },
        IFD3: {
          GPSLatitudeRef: "N",
          GPSLatitude: "59/1 19/1 46/1",
          GPSLongitudeRef: "E",
          GPSLongitude: "18/1 4/1 7/1",
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
  );
}
