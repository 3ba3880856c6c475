import type { ReadFrame } from "./use-frames.ts";
import type { Pixels } from "./reading/pixels.ts";

/** A frame kept in memory until its question is answered: the plate cut out of it, and the whole picture. */
export type KeptFrame = { cut: Pixels | undefined; picture: Promise<Blob | null> };

/** Keeps a frame. Its picture is made at once, because the next frame overwrites it. */
export const keptFrame = ({ cut, picture }: ReadFrame): KeptFrame => ({ cut, picture: picture() });
