import type { ReadFrame } from "./use-frames.ts";
import type { Pixels } from "./reading/pixels.ts";

/** What is kept of a frame in memory until its question is answered: the plate cut out of it, and the picture itself. */
export type KeptFrame = { cut: Pixels | undefined; picture: Promise<Blob | null> };

/** Keeps a frame; its picture is made at once, since the next frame takes its place. */
export const keptFrame = ({ cut, picture }: ReadFrame): KeptFrame => ({ cut, picture: picture() });
