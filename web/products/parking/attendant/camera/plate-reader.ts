import type { FrameAnswer, ReaderAnswer, ReaderMessage } from "./plate-reader.worker.ts";
import type { Pixels } from "./reading/pixels.ts";

/** A plate reader in a worker of its own; it reads one frame at a time. */
export type PlateReader = {
  /** Reads a frame, whose memory moves to the worker. @throws Error when the worker failed. */
  read: (frame: Pixels) => Promise<FrameAnswer>;
  close: () => void;
};

/**
 * Opens the plate reader from its stored files: the worker, the runtime, both networks.
 * @throws Error when the device has too little memory.
 */
export async function openReader(files: readonly ArrayBuffer[]): Promise<PlateReader> {
  const [code, runtime, detector, recogniser] = files as [ArrayBuffer, ArrayBuffer, ArrayBuffer, ArrayBuffer];
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(address);
  const ask = (message: ReaderMessage, handed: Transferable[]) =>
    new Promise<ReaderAnswer>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<ReaderAnswer>) => resolve(data), { once: true });
      worker.addEventListener("error", () => reject(new Error("The reader ended")), { once: true });
      worker.postMessage(message, handed);
    });
  try {
    const opened = await ask({ parts: [runtime, detector, recogniser] }, [runtime, detector, recogniser]);
    if (opened !== "ready") throw new Error("problem" in opened ? opened.problem : "The reader did not open");
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    URL.revokeObjectURL(address);
  }
  return {
    read: async (frame) => {
      const answer = await ask({ frame }, [frame.data.buffer]);
      if (answer === "ready" || "problem" in answer) throw new Error("The reader did not read");
      return answer;
    },
    close: () => worker.terminate(),
  };
}
