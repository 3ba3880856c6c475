// The files of the plate reader on this device. They are large, load when a person asks for them, and stay for use without a network until
// they are removed (document 4 §6a). Files of a new version replace the old files.
import { DeviceFull } from "./device-full.ts";

const CACHE = "plate-reader";

/** Whether this browser can store the files; a page without TLS cannot. */
export const canKeepReader = (): boolean => "caches" in globalThis;

/** Whether files of a plate reader, of any version, are on the device. */
export const isReaderKept = async (): Promise<boolean> => canKeepReader() && (await caches.has(CACHE));

/** Removes the plate reader from the device. */
export const removeReader = async (): Promise<boolean> => canKeepReader() && (await caches.delete(CACHE));

/** The stored files of these addresses, in their order; undefined when one is missing. */
export async function keptReader(addresses: readonly string[]): Promise<ArrayBuffer[] | undefined> {
  if (!(await isReaderKept())) return undefined;
  const cache = await caches.open(CACHE);
  const answers = await Promise.all(addresses.map((address) => cache.match(address)));
  const found = answers.filter((answer) => answer !== undefined);
  if (found.length < addresses.length) return undefined;
  return Promise.all(found.map((answer) => answer.arrayBuffer()));
}

/**
 * Fetches the files of these addresses and stores them in place of older files. `onBytes` gets the number of bytes that have come in all.
 * @throws DeviceFull when the device has no room, TypeError when the network fails.
 */
export async function fetchReader(
  addresses: readonly string[],
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let bytes = 0;
  const files: [string, Blob][] = [];
  for (const address of addresses) {
    // Files load one by one, so that a weak network completes at least one.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await fetch(address, { signal });
    if (!answer.ok || answer.body === null) throw new TypeError(`${address}: ${answer.status}`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = answer.body.getReader();
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      onBytes((bytes += value.length));
    }
    files.push([address, new Blob(parts, { type: answer.headers.get("content-type") ?? "" })]);
  }
  try {
    await caches.delete(CACHE);
    const cache = await caches.open(CACHE);
    await Promise.all(files.map(([address, file]) => cache.put(address, new Response(file))));
  } catch (error) {
    await caches.delete(CACHE).catch(() => false);
    throw new DeviceFull(String(error));
  }
}
