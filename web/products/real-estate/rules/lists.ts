/** Splits typed features on commas, and trims them (document 2 §5). */
export const splitFeatures = (typed: string): string[] => present(typed.split(","));

/** Splits the addresses of additional pictures on newline or comma, trims them, and drops the front image (document 2 §5). */
export const splitImages = (typed: string, frontImage: string): string[] =>
  present(typed.split(/[\n,]/)).filter((url) => url !== frontImage.trim());

/** The pictures of a property in their order, the front image first, each once. */
export const picturesOf = (frontImage: string, images: readonly string[]): string[] => [
  ...new Set(present([frontImage, ...images])),
];

/** Whether a page may load a picture from this address: a local address, or one over https (the content policy refuses others). */
export const isLoadable = (url: string): boolean => /^(?:https:\/\/|\/(?!\/)|data:image\/)/i.test(url);

const present = (parts: readonly string[]) => parts.map((part) => part.trim()).filter((part) => part !== "");
