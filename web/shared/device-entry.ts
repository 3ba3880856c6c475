// Entries of the browser's storage, as JSON. A damaged entry counts as none. A full or closed storage keeps nothing, and stands in nobody's way.

/** How long an entry lasts: as long as the device keeps it, or as long as the window. */
type Lasting = "device" | "window";

const storageOf = (lasting: Lasting): Storage => (lasting === "device" ? localStorage : sessionStorage);

/** The value of an entry, or null. */
export function readEntry(key: string, lasting: Lasting = "device"): unknown {
  try {
    return JSON.parse(storageOf(lasting).getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** The values of an entry that is a list; none of any other. */
export function readEntries(key: string): unknown[] {
  const kept = readEntry(key);
  return Array.isArray(kept) ? kept : [];
}

/** Keeps a value. Gives false where nothing can be kept. */
export function keepEntry(key: string, value: unknown, lasting: Lasting = "device"): boolean {
  try {
    storageOf(lasting).setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Deletes an entry. */
export function dropEntry(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A closed storage has no entry.
  }
}
