/** The address that a person's account has at the sign-in service in the profile `hardened` (decisions §1 and §4). */
import type { SessionKind } from "./states.ts";

/** Domain of the made-up addresses of usernames without `@` (decisions §1). */
export const USERNAME_DOMAIN = "konto.parkering.example";

/** Longest address that the sign-in service keeps, in characters. */
const ADDRESS_MAX = 255;

/** Small letters, digits and hyphens stay; every other byte becomes `_` and two hex digits, so that no two IDs share an address. */
const encode = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => {
    const letter = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(letter) ? letter : `_${byte.toString(16).padStart(2, "0")}`;
  }).join("");

/**
 * The address of a person who has an ID and not an e-mail address: it carries the kind and the project, so that `vakt01` of two
 * projects are two people. Null when the ID is too long for one.
 */
export function staffAddress(person: { kind: SessionKind; project: string | null; userId: string }): string | null {
  const project = person.project === null ? "" : `.${encode(person.project)}`;
  const address = `${encode(person.userId)}${project}@${person.kind}.${USERNAME_DOMAIN}`;
  return address.length > ADDRESS_MAX ? null : address;
}
