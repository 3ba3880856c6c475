/** Saves content as a file in the browser's downloads. */

/** Time for the browser to fetch the content, in milliseconds. Some browsers fetch it after the press was handled. */
const KEPT_MS = 60_000;

export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
