/** SHA-256 of a file, in hexadecimal. It also works on a page without TLS, where browsers have no `crypto.subtle`. */
export async function sha256(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const digest =
    "subtle" in crypto
      ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
      : (await import("@noble/hashes/sha2.js")).sha256(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
