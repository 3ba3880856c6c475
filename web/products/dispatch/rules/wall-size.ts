/** Text sizes of the wall in rem, by how many units it shows at most: as large as a screen of 1920 by 1080 takes without scrolling. */
const SIZES = [
  { upTo: 24, rem: 2 },
  { upTo: 48, rem: 1.5 },
  { upTo: 96, rem: 1.125 },
] as const;

/** The size of text on the wall, in rem; with more units than a wall can hold it stays readable, and the page scrolls. */
export const wallSize = (units: number): number => SIZES.find(({ upTo }) => units <= upTo)?.rem ?? 1;
