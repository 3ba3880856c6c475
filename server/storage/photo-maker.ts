// Makes photos anew: a few at once, in processes of their own, with a line of waiting photos before them.
import { availableParallelism } from "node:os";
import type { Logger } from "pino";
import { Refusal } from "#server/http/refusal.ts";
import { type Photo, type PhotoProcess, startPhotoProcess } from "./photo-process.ts";

/** Photo with its owner: the photos of one owner do not delay another's. */
type OwnPhoto = Photo & { owner: string };

export type PhotoMaker = {
  /** Makes the photo anew. Rejects with Refusal: 415 for a photo that cannot be read, or not in time, 503 when too many wait. */
  remake(photo: OwnPhoto): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
};

export type PhotoLimits = {
  /** Most photos at once. */
  workers: number;
  /** Most milliseconds for one photo, once its turn has come. */
  longestMs: number;
  /** Most waiting photos, and most bytes of them. */
  waiting: number;
  waitingBytes: number;
};

const LIMITS: PhotoLimits = {
  // Half of the processors stay with the server and its database.
  workers: Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2))),
  longestMs: 20_000,
  waiting: 64,
  waitingBytes: 64 * 1024 * 1024,
};

type Job = OwnPhoto & { done: (bytes: Uint8Array<ArrayBuffer>) => void; failed: (error: Error) => void };

/** Makes the maker; its first process starts with the first photo. */
export function createPhotoMaker(log: Logger, changes: Partial<PhotoLimits> = {}): PhotoMaker {
  const limits = { ...LIMITS, ...changes };
  const { line, take } = openLine();
  const processes = openProcesses();
  let running = 0;

  const work = async (job: Job): Promise<void> => {
    try {
      job.done(await processes.run(job, limits.longestMs));
    } catch (error) {
      const isRefused = error instanceof Refusal;
      const { message } = error as Error;
      log[isRefused ? "info" : "error"]({ message, bytes: job.bytes.byteLength }, "a photo was not made anew");
      job.failed(isRefused ? error : unavailable());
    }
  };
  const workThrough = async (): Promise<void> => {
    running += 1;
    for (let job = take(); job !== undefined; job = take()) await work(job);
    running -= 1;
  };
  return {
    remake: (photo) => {
      const bytes = line.reduce((sum, each) => sum + each.bytes.byteLength, photo.bytes.byteLength);
      if (line.length >= limits.waiting || (line.length > 0 && bytes > limits.waitingBytes)) {
        log.warn({ photos: line.length, bytes }, "too many photos wait to be made anew");
        return Promise.reject(unavailable());
      }
      const answer = new Promise<Uint8Array<ArrayBuffer>>((done, failed) => line.push({ ...photo, done, failed }));
      if (running < limits.workers) void workThrough();
      return answer;
    },
    close: async () => {
      for (const { failed } of line.splice(0)) failed(unavailable());
      await processes.end();
    },
  };
}

const unavailable = () =>
  new Refusal(503, "ServiceUnavailable", "Bilden kan inte tas emot just nu. Försök igen om en stund.");

/** Jobs that wait. `take` gives the first job of another owner than the last job's, else the first. */
function openLine() {
  const line: Job[] = [];
  let lastOwner: string | undefined;
  const take = (): Job | undefined => {
    const other = line.findIndex(({ owner }) => owner !== lastOwner);
    const [job] = line.splice(Math.max(0, other), 1);
    lastOwner = job?.owner;
    return job;
  };
  return { line, take };
}

/** The processes: a process without work is taken, else another starts. */
function openProcesses() {
  const idle: PhotoProcess[] = [];
  const alive = new Set<PhotoProcess>();
  const start = (): PhotoProcess => {
    const started = startPhotoProcess();
    alive.add(started);
    void started.ended.then(() => {
      alive.delete(started);
      if (idle.includes(started)) idle.splice(idle.indexOf(started), 1);
    });
    return started;
  };
  const tryPhoto = async (photo: Photo, longestMs: number): Promise<Uint8Array<ArrayBuffer>> => {
    const own = idle.pop() ?? start();
    try {
      return await own.run(photo, longestMs);
    } finally {
      if (alive.has(own)) {
        idle.push(own);
        own.rest();
      }
    }
  };
  return {
    run: (photo: Photo, longestMs: number): Promise<Uint8Array<ArrayBuffer>> =>
      tryPhoto(photo, longestMs).catch((error: unknown) => {
        if (error instanceof Refusal) throw error;
        // The system may have killed the process for lack of memory, for which the photo need not be the reason.
        return tryPhoto(photo, longestMs);
      }),
    end: () => Promise.all([...alive].map((own) => own.end())),
  };
}
