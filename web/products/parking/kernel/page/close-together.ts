/** Classes for links in the sign at the top: on a phone they stand close together, so that the list below starts sooner. */
export const CLOSE_TOGETHER = "max-sm:px-2 max-sm:text-sm max-sm:[&_svg]:hidden";
