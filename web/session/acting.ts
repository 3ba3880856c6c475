/** Makes the acting value of a session, for its screens. */
import type { SessionKind } from "#contract/states.ts";
import { type ActingOnDevice, type ActingPerson, actingBy } from "#data/acting.ts";
import type { Client } from "#data/client.ts";
import { namingClient } from "#data/naming-client.ts";
import type { ProjectId } from "#shared/paths.ts";
import { ownerOf } from "./owner.ts";
import { areLoginsApart } from "./profile/profile.ts";
import { readSession, type Session } from "./store.ts";

/** The kinds of people whose work waits on the device without a network. */
type KindOnDevice = Extract<SessionKind, "attendant" | "ase-employee">;
const worksOffline = (kind: SessionKind): kind is KindOnDevice => kind === "attendant" || kind === "ase-employee";

/**
 * The person of a session at a site. Where each kind has an account, calls use its login; otherwise all calls share a login, and each
 * change names the person. The storage on the device of people with a clock is usable as long as the session is open.
 */
export function actingOf(kind: KindOnDevice, session: Session, site: ProjectId): ActingOnDevice;
export function actingOf(kind: SessionKind, session: Session, site: ProjectId): ActingPerson;
export function actingOf(kind: SessionKind, session: Session, site: ProjectId): ActingPerson {
  const person = { kind, id: session.userId, site };
  const speaking = areLoginsApart ? actingBy(kind) : named(person);
  if (!worksOffline(kind)) return { ...person, ...speaking };
  const isOpen = () => readSession(kind)?.token === session.token;
  return { ...person, ...speaking, device: { owner: ownerOf(kind, session), isOpen } };
}

/** The login that all people share, with the name of a person. */
function named(person: Pick<ActingPerson, "kind" | "id">) {
  const account = actingBy("account");
  let client: Client | undefined;
  return { ...account, client: async () => (client ??= namingClient(await account.client(), person)) };
}
