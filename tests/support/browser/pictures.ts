// Pictures that the product gives out, taken from the clipboard and compared point by point in the page itself.
import type { Page } from "@playwright/test";

/** The PNG on the clipboard. The context needs the permission `clipboard-read`. */
export async function copiedPicture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const picture = await item?.getType("image/png");
    if (picture === undefined) return "";
    // The picture travels to the test as one text, which takes a moment. As a list of numbers it would take seconds.
    return new Promise<string>((resolve, reject) => {
      const reader = new FileReader();
      reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
      reader.addEventListener("error", () => reject(reader.error ?? new Error("not read")));
      reader.readAsDataURL(picture);
    });
  });
  return Buffer.from(address.split(",", 2)[1] ?? "", "base64");
}

export type PictureComparison = {
  sizes: { width: number; height: number }[];
  /**
   * Share of the points of the first picture that have no similar point at the same place of the second picture, or right beside it.
   * Neighbours count since a browser that draws at twice the size may put letters half a CSS pixel higher. 1 for pictures of different
   * sizes.
   */
  differing: number;
  /** Share of dark points in the first picture; 0 for a blank picture. */
  ink: number;
};

type Picture = { width: number; height: number; greys: Buffer };

/** A part of a picture, in its points. */
export type PicturePart = { x: number; y: number; width: number; height: number };

/** Decodes two PNGs and compares them, as a whole or in one part. */
export async function comparePictures(
  page: Page,
  first: Buffer,
  second: Buffer,
  part?: PicturePart,
): Promise<PictureComparison> {
  const [a, b] = [await decode(page, first), await decode(page, second)];
  const sizes = [a, b].map(({ width, height }) => ({ width, height }));
  const points = pointsOf(a, part);
  const ink = points.filter((point) => (a.greys[point] ?? 255) < 96).length / points.length;
  if (a.width !== b.width || a.height !== b.height) return { sizes, differing: 1, ink };
  const beside = [0, -1, 1, -a.width, a.width, -2 * a.width, 2 * a.width];
  const different = points.filter((point) => {
    const grey = a.greys[point] ?? 0;
    return beside.every((step) => Math.abs(grey - (b.greys[point + step] ?? 0)) > 64);
  });
  return { sizes, differing: different.length / points.length, ink };
}

/** Places of a part's points in the list of a picture's grey values. */
function pointsOf({ width, height }: Picture, part: PicturePart = { x: 0, y: 0, width, height }): Uint32Array {
  return Uint32Array.from(
    { length: part.width * part.height },
    (_, index) => (part.y + Math.floor(index / part.width)) * width + part.x + (index % part.width),
  );
}

/** Decoded pictures, kept since each is compared as a whole and in parts. */
const decoded = new WeakMap<Buffer, Promise<Picture>>();

/** Decodes a PNG in the page, with the browser's own decoder, to one grey value for each point from 0 (black) to 255. */
function decode(page: Page, picture: Buffer): Promise<Picture> {
  const known = decoded.get(picture) ?? decodeAnew(page, picture);
  decoded.set(picture, known);
  return known;
}

async function decodeAnew(page: Page, picture: Buffer): Promise<Picture> {
  const { width, height, base64 } = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const [width, height] = [image.naturalWidth, image.naturalHeight];
    const context = new OffscreenCanvas(width, height).getContext("2d");
    if (context === null) throw new Error("The page has no canvas.");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let greys = "";
    for (let at = 0; at < data.length; at += 4) {
      greys += String.fromCharCode(((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3);
    }
    return { width, height, base64: btoa(greys) };
  }, picture.toString("base64"));
  return { width, height, greys: Buffer.from(base64, "base64") };
}
