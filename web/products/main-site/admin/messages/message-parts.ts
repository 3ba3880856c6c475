/** The parts of a message that a stranger wrote and that would do more than be read: the picture and the address. */

/** The signature as a source for a picture, or null when it is anything but a PNG as a data URL. */
export const signatureSource = (signature: string): string | null =>
  /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/.test(signature) ? signature : null;

/** A link that answers by e-mail, or null when the sender's address is none. */
export function replyLink(email: string, subject: string): string | null {
  // Everything that could begin another field of the letter (?bcc=…) makes it no address.
  if (!/^[^\s@?&#%<>",;:]+@[^\s@?&#%<>",;:]+$/.test(email)) return null;
  return `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}
