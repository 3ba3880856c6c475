/** The parts of a stranger's message that could do harm: the picture and the address. */

/** The signature as an image source, or null unless it is a PNG data URL. */
export const signatureSource = (signature: string): string | null =>
  /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/.test(signature) ? signature : null;

/** A link that replies by e-mail, or null when the sender's address is not valid. */
export function replyLink(email: string, subject: string): string | null {
  // Characters that could start another header of the mail (?bcc=…) make the address invalid.
  if (!/^[^\s@?&#%<>",;:]+@[^\s@?&#%<>",;:]+$/.test(email)) return null;
  return `mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}
