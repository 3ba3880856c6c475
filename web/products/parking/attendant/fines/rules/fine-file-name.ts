/** The longest part of a file name that comes from a plate, in characters. */
const LONGEST = 60;

/**
 * The name of a saved picture (document 1 §9): `parkering-` or `rapport-`, then the plate, or the case number when there is no plate.
 * Letters that a file system refuses are left out.
 */
export function pictureFileName(kind: "parkering" | "rapport", plate: string, caseNumber: string): string {
  const safe = plate
    .normalize("NFC")
    .replace(/[\p{C}\\/:*?"<>|]/gu, "")
    .replace(/\s+/g, " ")
    .slice(0, LONGEST)
    .replace(/^[.\s]+|[.\s]+$/g, "");
  return `${kind}-${safe || caseNumber}.png`;
}
