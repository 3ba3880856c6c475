/** Letters and digits that are not confused with each other when they are read aloud or copied by hand. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP = 4;

/** A random password to hand over, such as `k7mq-x2vd-9hpa-t4rn`: about 79 bits. */
export function suggestPassword(): string {
  const letters = Array.from({ length: GROUPS * GROUP }, randomLetter).join("");
  return letters.replaceAll(/.{4}(?=.)/g, "$&-");
}

/** Bytes above the limit are discarded; otherwise some letters would come more often. */
function randomLetter(): string {
  const limit = 256 - (256 % LETTERS.length);
  for (;;) {
    const byte = crypto.getRandomValues(new Uint8Array(1))[0] ?? limit;
    if (byte < limit) return LETTERS.charAt(byte % LETTERS.length);
  }
}
