import { type RefObject, useEffect, useEffectEvent } from "react";
import type { FrameAnswer } from "./plate-reader.worker.ts";
import type { PlateReader } from "./plate-reader.ts";
import type { Pixels } from "./reading/pixels.ts";

/** The size of the camera's picture from which frames are read, in pixels. */
export const FRAME_SIZE = { width: 1280, height: 720 };
/** The longest side of a frame to read, in pixels. */
const LONGEST = 960;
/** The pause between two frames, in milliseconds, to spare the screen and the battery. */
const REST_MS = 60;

/** A frame that was read: its answer, the time it took, and a function that makes a picture of it. */
export type ReadFrame = FrameAnswer & { took: number; picture: () => Promise<Blob | null> };

/**
 * Reads the frames of a video one by one while `reader` is there, and passes each answer on. A frame is dropped when the next frame comes.
 */
export function useFrames(
  video: RefObject<HTMLVideoElement | null>,
  reader: PlateReader | undefined,
  onFrame: (frame: ReadFrame) => void,
): void {
  const tell = useEffectEvent(onFrame);
  useEffect(() => {
    if (reader === undefined) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const next = () => (timer = setTimeout(() => void read(), REST_MS));
    const read = async () => {
      const shown = video.current;
      if (isOver || context === null) return;
      if (shown === null || shown.videoWidth === 0) {
        next();
        return;
      }
      const scale = Math.min(1, LONGEST / Math.max(shown.videoWidth, shown.videoHeight));
      canvas.width = Math.round(shown.videoWidth * scale);
      canvas.height = Math.round(shown.videoHeight * scale);
      context.drawImage(shown, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      const began = performance.now();
      try {
        const answer = await reader.read({ data, width, height });
        const picture = () => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
        if (!isOver) tell({ ...answer, took: performance.now() - began, picture });
      } catch {
        // The reader ended with the screen.
        if (isOver) return;
      }
      next();
    };
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
      canvas.width = 0;
    };
  }, [reader, video]);
}

/** A frame kept in memory until its question is answered: the plate cut out of it, and the whole picture. */
export type KeptFrame = { cut: Pixels | undefined; picture: Promise<Blob | null> };

/** Keeps a frame. Its picture is made at once, because the next frame overwrites it. */
export const keptFrame = ({ cut, picture }: ReadFrame): KeptFrame => ({ cut, picture: picture() });
