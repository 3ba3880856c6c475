/** The one place where a call waits for a network, or gives up and does something else instead (document 4 §6). */
import { DataError, isUnreachable } from "#data/data-error.ts";
import { isOutOfReach, noteReach } from "#shared/offline/reach.ts";

/** So long somebody waits for an answer before the device answers itself, in milliseconds. */
const PATIENCE_MS = 8_000;

/**
 * What `call` gives, or without a network what `instead` gives; undefined from it lets the call's failure stand. The call may arrive all
 * the same, so that the two must bear the same key.
 * @throws what the call throws, and what `instead` throws
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
    const result = await inTime(call());
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

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DataError("network", "No answer in time")), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
