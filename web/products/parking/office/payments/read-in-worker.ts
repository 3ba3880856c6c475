import type { BankFileAnswer, BankFileMessage } from "./bank-file.worker.ts";
import { paymentTexts } from "./payment-texts.ts";
import type { Reading, ReadFile } from "./rules/read-bank-file.ts";

/** The largest file in bytes. */
const MOST_BYTES = 5_000_000;

/**
 * Reads a bank's file in a worker of its own. A file that is too large is refused before any byte is read.
 * @throws when the worker does not start, or the device cannot read the file.
 */
export async function readInWorker(file: File, reading: Reading, signal: AbortSignal): Promise<ReadFile> {
  if (file.size > MOST_BYTES) return { outcome: "refused", problem: paymentTexts.problems.tooLarge };
  const worker = new Worker(new URL("./bank-file.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<ReadFile>((resolve, reject) => {
      const fail = () => reject(new Error("The file could not be read"));
      signal.addEventListener("abort", fail);
      worker.addEventListener("error", fail);
      worker.addEventListener("message", ({ data }: MessageEvent<BankFileAnswer>) =>
        data === undefined ? fail() : resolve(data),
      );
      worker.postMessage({ file, reading } satisfies BankFileMessage, []);
    });
  } finally {
    worker.terminate();
  }
}
