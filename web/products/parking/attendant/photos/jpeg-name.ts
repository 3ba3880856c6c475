/** The name of a photo after it has become a JPEG. */
export const jpegName = (fileName: string): string => `${fileName.replace(/\.[^./\\]{1,5}$/, "") || "bild"}.jpg`;
