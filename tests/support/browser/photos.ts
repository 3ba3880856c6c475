// Real photos for tests: drawn and encoded by the browser, with the mark of a camera that was held upright.
import type { Page } from "@playwright/test";

export type PhotoOptions = {
  name: string;
  width: number;
  height: number;
  type?: "image/jpeg" | "image/png";
  /** The orientation in the words of cameras: 6 means that the right side of the stored picture is its bottom. */
  orientation?: 1 | 6;
};

/** A picture whose left half is red and whose right half is blue, as `setInputFiles` takes it. */
export async function makePhoto(page: Page, { name, width, height, type = "image/jpeg", orientation }: PhotoOptions) {
  const base64 = await page.evaluate(
    async ([width, height, type]) => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width, height });
      const context = canvas.getContext("2d");
      if (context === null) throw new Error("No canvas");
      context.fillStyle = "#f00";
      context.fillRect(0, 0, width / 2, height);
      context.fillStyle = "#00f";
      context.fillRect(width / 2, 0, width / 2, height);
      return canvas.toDataURL(type, 0.95).split(",")[1] ?? "";
    },
    [width, height, type] as const,
  );
  const encoded = Buffer.from(base64, "base64");
  return { name, mimeType: type, buffer: orientation === undefined ? encoded : withOrientation(encoded, orientation) };
}

/** The JPEG with an EXIF segment behind its first marker. */
function withOrientation(jpeg: Buffer, orientation: 1 | 6): Buffer {
  // An EXIF block in big-endian order with one entry (0x0112, the orientation, one short) and no further blocks.
  const [header, entry, end] = ["4d4d002a00000008", "0112000300000001", "000000000000"];
  const tiff = Buffer.from(`${header}0001${entry}000${orientation}${end}`, "hex");
  const content = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, content, jpeg.subarray(2)]);
}

/** Facts about a stored JPEG: its size, whether it holds a camera's metadata, and the colours in the middle of its top and bottom. */
export async function describeJpeg(page: Page, jpeg: Buffer) {
  const seen = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
    const { width, height } = bitmap;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("No canvas");
    context.drawImage(bitmap, 0, 0);
    const colourAt = (x: number, y: number) => {
      const [red = 0, , blue = 0] = context.getImageData(x, y, 1, 1).data;
      return red > blue ? "red" : "blue";
    };
    return { width, height, top: colourAt(width / 4, 4), bottom: colourAt(width / 4, height - 5) };
  }, jpeg.toString("base64"));
  return { ...seen, isJpeg: jpeg.readUInt16BE(0) === 0xffd8, hasExif: jpeg.includes("Exif\0") };
}
