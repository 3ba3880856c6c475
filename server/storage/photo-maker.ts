// Makes photos anew: a few at once, in processes of their own, with a line of waiting photos before them.
import { availableParallelism } from "node:os";
import type { Logger } from "pino";
import { networkOf } from "#server/callers/client-address.ts";
import { Refusal } from "#server/http/refusal.ts";
import { FairTurns } from "#server/http/turns.ts";
import { type Photo, type PhotoProcess, startPhotoProcess } from "./photo-process.ts";

/** Photo with its owner, '' for people without an account, and the address that it came from. */
type OwnPhoto = Photo & { owner: string; address: string };

export type PhotoMaker = {
  /** Makes the photo anew. Rejects with Refusal: 415 for a photo that cannot be read, or not in time, 503 when too many wait. */
  remake(photo: OwnPhoto): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
};

export type PhotoLimits = {
  /** Most photos that are made at once. */
  workers: number;
  /** Most milliseconds for one photo, once its turn has come. */
  longestMs: number;
  /** Most photos that wait. A photo of several megabytes counts as that many photos. */
  waiting: number;
};

const MB = 1024 * 1024;
const LIMITS: PhotoLimits = {
  // Half of the processors stay with the server and its database.
  workers: Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2))),
  longestMs: 20_000,
  waiting: 64,
};

/**
 * Makes the photo maker; its first process starts with the first photo. Owners take turns, and people without an account take turns by
 * their addresses. When too many photos wait, a photo of the owner with the most waiting photos is refused. Without this, a few pictures
 * that take seconds each could keep everybody's photos out.
 */
export function createPhotoMaker(log: Logger, changes: Partial<PhotoLimits> = {}): PhotoMaker {
  const { workers, longestMs, waiting } = { ...LIMITS, ...changes };
  const refusal = () => {
    log.warn("too many photos wait to be made anew");
    return unavailable();
  };
  const turns = new FairTurns({ atOnce: workers, waiting, refusal });
  const processes = openProcesses();
  const work = async ({ bytes, type }: Photo): Promise<Uint8Array<ArrayBuffer>> => {
    try {
      return await processes.run({ bytes, type }, longestMs);
    } catch (error) {
      const isRefused = error instanceof Refusal;
      const { message } = error as Error;
      log[isRefused ? "info" : "error"]({ message, bytes: bytes.byteLength }, "a photo was not made anew");
      throw isRefused ? error : unavailable();
    }
  };
  return {
    remake: ({ owner, address, ...photo }) =>
      turns.take(
        { whole: owner, part: networkOf(address) },
        () => work(photo),
        Math.max(1, photo.bytes.byteLength / MB),
      ),
    close: async () => {
      turns.end();
      await processes.end();
    },
  };
}

const unavailable = () =>
  new Refusal(503, "ServiceUnavailable", "Bilden kan inte tas emot just nu. Försök igen om en stund.");

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
