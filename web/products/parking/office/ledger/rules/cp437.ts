/** Writes text in IBM's code page 437, the only encoding of a SIE file (#FORMAT PC8). */

/** The letters and signs from byte 128 on that a name or a text can hold. */
const FROM_128 = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»";
const SHARP_S = 225;

/** The bytes of a text; a sign that the code page lacks loses its accent, or becomes a question mark. */
export function toCp437(text: string): Uint8Array<ArrayBuffer> {
  const signs = text.normalize("NFC");
  // A sign is one byte, and has at least one place in the text.
  const bytes = new Uint8Array(signs.length);
  let written = 0;
  for (const sign of signs) {
    bytes[written] = byteOf(sign) ?? byteOf(sign.normalize("NFD").charAt(0)) ?? 63;
    written += 1;
  }
  return bytes.slice(0, written);
}

function byteOf(sign: string): number | undefined {
  const code = sign.charCodeAt(0);
  if (sign.length === 1 && code < 128) return code;
  if (sign === "ß") return SHARP_S;
  if (sign === "–" || sign === "—") return 45;
  const place = FROM_128.indexOf(sign);
  return place === -1 ? undefined : 128 + place;
}
