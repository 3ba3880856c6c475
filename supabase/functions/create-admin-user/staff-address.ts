/**
 * The address that a person with an ID signs in with: the rule of `contract/staff-address.ts`, said again, since the Supabase CLI
 * does not take files from outside `supabase/` along. A test compares the two (tests/backend/staff-accounts.test.ts).
 */

/** Domain of addresses that nobody has chosen. */
export const ASSIGNED_DOMAIN = "konto.parkering.example";

const ADDRESS_MAX = 255;

const encode = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => {
    const letter = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(letter) ? letter : `_${byte.toString(16).padStart(2, "0")}`;
  }).join("");

/** The person's address, or null when the ID is too long for one. */
export function staffAddress(person: { kind: string; project: string | null; userId: string }): string | null {
  const project = person.project === null ? "" : `.${encode(person.project)}`;
  const address = `${encode(person.userId)}${project}@${person.kind}.${ASSIGNED_DOMAIN}`;
  return address.length > ADDRESS_MAX ? null : address;
}
