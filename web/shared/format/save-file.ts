/** Hands something to the browser's downloads. */

/** How long a browser may take to fetch what is saved, in milliseconds. Some do it after the press has been handled. */
const KEPT_MS = 60_000;

/** Saves it as a file of the browser's downloads. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
