/** A secret key of 22 letters (128 random bits) for an address. Everybody who has the key may open the page. */
export const secretKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .slice(0, 22)
    .replaceAll("+", "-")
    .replaceAll("/", "_");

/** Whether a text has the form of a secret key. */
export const isSecretKey = (text: string): boolean => /^[\w-]{22}$/.test(text);
