/**
 * The address that a person with an ID signs in with: the rule of `contract/staff-address.ts`, said again, since the Supabase CLI
 * does not take files from outside `supabase/` along. A test compares the two (tests/backend/accounts/staff-accounts.test.ts).
 */

/** Domain of addresses that nobody has chosen. */
export const ASSIGNED_DOMAIN = "konto.parkering.example";

const ADDRESS_MAX = 255;

const encode = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => {
    const letter = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(letter) ? letter : `_${byte.toString(16).padStart(2, "0")}`;
  }).join("");

/** Invisible letters and spaces, which look like one another: the database knows the same (private.id_key). */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** The form of an ID by which IDs are compared: without case, spaces and invisible letters, so that no two people look alike. */
export const idKey = (id: string): string => id.replace(UNSEEN, "").toLowerCase().normalize("NFC");

/** The person's address, or null when the ID is too long for an address. */
export function staffAddress(person: { kind: string; project: string | null; userId: string }): string | null {
  const project = person.project === null ? "" : `.${encode(person.project.toLowerCase())}`;
  const address = `${encode(idKey(person.userId))}${project}@${person.kind}.${ASSIGNED_DOMAIN}`;
  return address.length > ADDRESS_MAX ? null : address;
}
