/** Letters and digits that nobody takes for another one when they are read aloud or typed off. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP = 4;

/** A password to give to somebody, such as `k7mq-x2vd-9hpa-t4rn`: random, about 79 bits. */
export function suggestPassword(): string {
  const letters = Array.from({ length: GROUPS * GROUP }, randomLetter).join("");
  return letters.replaceAll(/.{4}(?=.)/g, "$&-");
}

/** The rest of a byte is thrown away: with it some letters would come more often. */
function randomLetter(): string {
  const limit = 256 - (256 % LETTERS.length);
  for (;;) {
    const byte = crypto.getRandomValues(new Uint8Array(1))[0] ?? limit;
    if (byte < limit) return LETTERS.charAt(byte % LETTERS.length);
  }
}
