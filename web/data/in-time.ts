/** A limit of time for one call, below the limit of every call (fetch-in-time.ts). The call itself goes on, and may still arrive. */
import { DataError } from "./data-error.ts";

/** The answer of a call. @throws DataError `network` when it does not come within `limitMs` milliseconds, or the call's own error */
export async function inTime<Result>(answer: Promise<Result>, limitMs: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DataError("network", "No answer in time")), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
