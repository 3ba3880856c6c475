/** Text sizes of the wall in rem, by the largest number of units: as large as fits a screen of 1920 by 1080 without scrolling. */
const SIZES = [
  { upTo: 24, rem: 2 },
  { upTo: 48, rem: 1.5 },
  { upTo: 96, rem: 1.125 },
] as const;

/** The text size on the wall, in rem. With more units than fit, the text stays readable and the page scrolls. */
export const wallSize = (units: number): number => SIZES.find(({ upTo }) => units <= upTo)?.rem ?? 1;
