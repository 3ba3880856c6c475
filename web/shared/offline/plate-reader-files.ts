// The plate's reader on this device: large files that come when somebody asks for them, and stay for use without a network until they are
// removed (document 4 §6a). A new version's files take the place of the old ones.
import { DeviceFull } from "./device-full.ts";

const CACHE = "plate-reader";

/** Whether this browser can keep files: a page without TLS cannot. */
export const canKeepReader = (): boolean => "caches" in globalThis;

/** Whether files of a reader, of any version, lie on the device. */
export const isReaderKept = async (): Promise<boolean> => canKeepReader() && (await caches.has(CACHE));

/** Removes the reader from the device. */
export const removeReader = async (): Promise<boolean> => canKeepReader() && (await caches.delete(CACHE));

/** The kept files of these addresses, in their order; undefined where one is missing. */
export async function keptReader(addresses: readonly string[]): Promise<ArrayBuffer[] | undefined> {
  if (!(await isReaderKept())) return undefined;
  const cache = await caches.open(CACHE);
  const answers = await Promise.all(addresses.map((address) => cache.match(address)));
  const found = answers.filter((answer) => answer !== undefined);
  if (found.length < addresses.length) return undefined;
  return Promise.all(found.map((answer) => answer.arrayBuffer()));
}

/**
 * Fetches the files of these addresses and keeps them, in place of others. `onBytes` is told how many bytes have come in all.
 * @throws DeviceFull where the device has no room, TypeError where the network does not give them.
 */
export async function fetchReader(
  addresses: readonly string[],
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let bytes = 0;
  const files: [string, Blob][] = [];
  for (const address of addresses) {
    // One after the other: a weak network brings one at least.
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
