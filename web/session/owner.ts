/** The owner of the data that a device stores. It is apart from profile.ts, which loads before anything is drawn. */
import { idKey } from "#contract/staff-address.ts";
import type { SessionKind } from "#contract/states.ts";
import { areLoginsApart } from "./profile/profile.ts";
import type { Session } from "./store.ts";

const keyOf = (profile: string, kind: SessionKind, { project }: Session, person: string): string =>
  JSON.stringify([profile, kind, project ?? null, person]);

/** The key of a person at a site in a profile, the same at each login (document 4 §6). */
export const ownerOf = (kind: SessionKind, session: Session): string =>
  keyOf(areLoginsApart ? "hardened" : "specified", kind, session, session.accountId ?? idKey(session.userId));

/** Whether a key is that of a person of a kind. */
export const isOwnerOfKind = (owner: string, kind: SessionKind): boolean =>
  (JSON.parse(owner) as readonly unknown[])[1] === kind;

/** The key that the same person had while the site was `specified`; now the person's key is the account. */
export const earlierOwnerOf = (kind: SessionKind, session: Session): string | undefined =>
  areLoginsApart ? keyOf("specified", kind, session, idKey(session.userId)) : undefined;
