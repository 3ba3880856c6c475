/** Ways on the sign stand close together on a phone, so that the list below begins sooner. */
export const CLOSE_TOGETHER = "max-sm:px-2 max-sm:text-sm max-sm:[&_svg]:hidden";
