/** The file name of a photo after its conversion to JPEG. */
export const jpegName = (fileName: string): string => `${fileName.replace(/\.[^./\\]{1,5}$/, "") || "bild"}.jpg`;
