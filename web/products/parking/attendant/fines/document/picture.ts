// The document as a picture: drawn by snapdom, whose code is fetched when it is near being needed.
import { loadCode } from "#shared/feedback/load-code.ts";
import { saveFile } from "#shared/format/save-file.ts";

/** Pixels of the picture for each CSS pixel of the document (document 1 §2: twice the screen's resolution). */
const SCALE = 2;

const loadSnapdom = loadCode(() => import("@zumer/snapdom"));

/** Fetches the code that draws pictures, so that a press later has nothing to wait for. A failure is left to the press. */
export function preparePictures(): void {
  loadSnapdom().catch(() => undefined);
}

/**
 * Draws an element as a PNG with twice its CSS size, however the page shows it scaled.
 * @throws when the code cannot be fetched or the browser refuses to draw.
 */
export async function drawPicture(element: HTMLElement): Promise<Blob> {
  const { snapdom } = await loadSnapdom();
  await document.fonts.ready;
  await Promise.all(Array.from(element.querySelectorAll("img"), (image) => image.decode()));
  // The font is put into the picture, so that it looks the same from every phone. Without `reconcile` lines may break at other words than
  // on the screen.
  const result = await snapdom(element, { scale: SCALE, dpr: 1, reconcile: true, embedFonts: true });
  return result.toBlob({ format: "png" });
}

/**
 * Puts the picture of an element on the clipboard.
 * @throws when the browser does not allow it (NotAllowedError) or the picture cannot be drawn.
 */
export async function copyPicture(element: HTMLElement): Promise<void> {
  // The promise goes in unawaited: Safari forgets the press while a picture is drawn before the call.
  await navigator.clipboard.write([new ClipboardItem({ "image/png": drawPicture(element) })]);
}

/** Downloads the picture of an element under this name. @throws when the picture cannot be drawn. */
export async function savePicture(element: HTMLElement, fileName: string): Promise<void> {
  saveFile(await drawPicture(element), fileName);
}

/** Whether the device hands pictures on to its other applications. */
export const mayShare = (): boolean =>
  "canShare" in navigator && navigator.canShare({ files: [new File([], "a.png", { type: "image/png" })] });

/** Hands the picture of an element on. Whoever closes the device's own dialog has done nothing wrong. @throws when it cannot be drawn. */
export async function sharePicture(element: HTMLElement, fileName: string): Promise<void> {
  const file = new File([await drawPicture(element)], fileName, { type: "image/png" });
  await navigator.share({ files: [file] }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  });
}
