/** 22 letters for 128 random bits: a key that opens something to whoever has it, as addresses bear it. */
export const secretKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .slice(0, 22)
    .replaceAll("+", "-")
    .replaceAll("/", "_");

/** Whether a text has the form of such a key. */
export const isSecretKey = (text: string): boolean => /^[\w-]{22}$/.test(text);
