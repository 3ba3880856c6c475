/** The one place where a call waits for a network, or gives up and uses a replacement (document 4 §6). */
import { isUnreachable } from "#data/data-error.ts";
import { inTime } from "#data/in-time.ts";
import { isOutOfReach, noteReach } from "#shared/offline/reach.ts";

/** The longest wait for the server before the device answers itself, in milliseconds. */
const PATIENCE_MS = 8_000;

/**
 * Returns the answer of `call`; without a network, the answer of `instead`. When `instead` gives undefined, the error of `call` counts. The
 * first call may still arrive, so both must use the same key.
 * @throws the error of `call` or of `instead`
 */
export async function orWithoutNetwork<Result>(
  call: () => Promise<Result>,
  instead: () => Promise<Result | undefined>,
): Promise<Result> {
  const hadNoHope = isOutOfReach();
  if (hadNoHope) {
    const result = await instead();
    if (result !== undefined) return result;
  }
  try {
    const result = await inTime(call(), PATIENCE_MS);
    noteReach(true);
    return result;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    noteReach(false);
    const result = hadNoHope ? undefined : await instead();
    if (result === undefined) throw error;
    return result;
  }
}
