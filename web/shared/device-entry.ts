// Entries of the browser's storage, as JSON. A damaged entry counts as none. A full or closed storage stores nothing, without an error.

/** The lifetime of an entry: until the device deletes it, or until the window closes. */
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

/** The values of an entry that is a list; empty for any other entry. */
export function readEntries(key: string): unknown[] {
  const kept = readEntry(key);
  return Array.isArray(kept) ? kept : [];
}

/** Stores a value. Returns false when nothing can be stored. */
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
