const MAX_NAME = 80;

/**
 * The path of a stored photo: `{userId}/{timestamp}-{filename}` (document 1 §7), in letters that every store accepts.
 * @param timestamp milliseconds since 1970.
 */
export function photoPath(userId: string, timestamp: number, fileName: string): string {
  return `${plainSegment(userId) || "vakt"}/${timestamp}-${plainSegment(fileName).slice(-MAX_NAME) || "bild.jpg"}`;
}

/** A name without accents (`Åkergränd` → `Akergrand`), with hyphens for all other special letters. */
function plainSegment(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|-+$/g, "");
}

let last = 0;

/** The time in milliseconds, never the same twice in one window: a phone names all its photos `image.jpg`. */
export function nextTimestamp(now = Date.now()): number {
  last = Math.max(now, last + 1);
  return last;
}
