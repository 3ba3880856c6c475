// A process that decodes photos and writes them anew (photo-worker.js), one after the other, each in so much time.
//
// A thread would not do: a thread cannot be ended while libvips works in it, and a decoder that crashes would take the server along.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { MOST_PIXELS, type PhotoType, unsupported } from "./photo-check.ts";

/** Milliseconds without work after which the process ends, and gives its 80 MB back. */
const IDLE_MS = 60_000;
/** Longest start, in milliseconds. */
const START_MS = 60_000;
const MAX_PIXELS = Math.max(...Object.values(MOST_PIXELS));
/** Environment of the process: only these settings, since those of the server hold passwords. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: "2", UV_THREADPOOL_SIZE: "1", VIPS_WARNING: "0" };

type Answer = { bytes?: Uint8Array<ArrayBuffer> };
/** A photo, and the type in which it is written. */
export type Photo = { bytes: Uint8Array; type: PhotoType };

export type PhotoProcess = ReturnType<typeof startPhotoProcess>;

/**
 * Starts the process. `run` gives the photo made anew; rejects with Refusal for a photo that cannot be read, or not in time, and with Error
 * when the process ended.
 */
export function startPhotoProcess() {
  const child = fork(fileURLToPath(new URL("photo-worker.js", import.meta.url)), [], {
    serialization: "advanced",
    env: ENVIRONMENT,
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // A fault of the channel shows in the end of the process.
  child.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  const gone = ended.then(() => {
    throw new Error("The process that decodes photos has ended.");
  });
  const end = () => {
    child.kill("SIGKILL");
    return ended;
  };
  /** Next message of the process. A process that takes longer is ended. */
  const hear = async (ms: number, late: () => Error): Promise<Answer> => {
    const signal = AbortSignal.timeout(ms);
    try {
      const [answer] = (await Promise.race([once(child, "message", { signal }), gone])) as [Answer];
      return answer;
    } catch (error) {
      if (!signal.aborted) throw error;
      await end();
      throw late();
    }
  };
  const ready = hear(START_MS, () => new Error("The process that decodes photos does not start."));
  for (const awaited of [gone, ready]) awaited.catch(() => undefined);
  let resting: NodeJS.Timeout | undefined;
  return {
    ended,
    end,
    run: async ({ bytes, type }: Photo, longestMs: number): Promise<Uint8Array<ArrayBuffer>> => {
      clearTimeout(resting);
      await ready;
      child.send({ bytes, type, maxPixels: MAX_PIXELS });
      const answer = await hear(longestMs, () => unsupported("Bilden tar för lång tid att läsa."));
      if (answer.bytes === undefined) throw unsupported("Bilden är skadad och kan inte läsas.");
      return answer.bytes;
    },
    /** Ends the process after a while without work. */
    rest: () => (resting = setTimeout(() => void end(), IDLE_MS).unref()),
  };
}
