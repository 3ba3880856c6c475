// The document as a picture, drawn by snapdom, whose code loads shortly before it is needed.
import { loadCode } from "#shared/feedback/load-code.ts";
import { saveFile } from "#shared/format/save-file.ts";

/** The picture's pixels for each CSS pixel of the document (document 1 §2: twice the screen's resolution). */
const SCALE = 2;

const loadSnapdom = loadCode(() => import("@zumer/snapdom"));

/** Loads the drawing code early, so that a later press does not wait. A failure shows at the press. */
export function preparePictures(): void {
  loadSnapdom().catch(() => undefined);
}

/**
 * Draws an element as a PNG of twice its CSS size, at any scale on the page.
 * @throws when the code cannot be fetched or the browser refuses to draw.
 */
export async function drawPicture(element: HTMLElement): Promise<Blob> {
  const { snapdom } = await loadSnapdom();
  await document.fonts.ready;
  await Promise.all(Array.from(element.querySelectorAll("img"), (image) => image.decode()));
  // The picture embeds the font, so that every phone makes the same one. Without `reconcile`, lines may break at other words than on the
  // screen.
  const result = await snapdom(element, { scale: SCALE, dpr: 1, reconcile: true, embedFonts: true });
  return result.toBlob({ format: "png" });
}

/**
 * Copies the picture of an element to the clipboard.
 * @throws when the browser does not allow it (NotAllowedError) or the picture cannot be drawn.
 */
export async function copyPicture(element: HTMLElement): Promise<void> {
  // The promise is not awaited before the call, because Safari would forget the press meanwhile.
  await navigator.clipboard.write([new ClipboardItem({ "image/png": drawPicture(element) })]);
}

/** Downloads the picture of an element under this name. @throws when the picture cannot be drawn. */
export async function savePicture(element: HTMLElement, fileName: string): Promise<void> {
  saveFile(await drawPicture(element), fileName);
}

/** Whether the device can share pictures with other applications. */
export const mayShare = (): boolean =>
  "canShare" in navigator && navigator.canShare({ files: [new File([], "a.png", { type: "image/png" })] });

/** Shares the picture of an element. Closing the device's own dialog is no failure. @throws when it cannot be drawn. */
export async function sharePicture(element: HTMLElement, fileName: string): Promise<void> {
  const file = new File([await drawPicture(element)], fileName, { type: "image/png" });
  await navigator.share({ files: [file] }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  });
}
