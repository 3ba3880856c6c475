/** Whose things a device keeps. Apart from profile.ts, which is loaded before anything is drawn. */
import { idKey } from "#contract/staff-address.ts";
import type { SessionKind } from "#contract/states.ts";
import { areLoginsApart } from "./profile/profile.ts";
import type { Session } from "./store.ts";

const keyOf = (profile: string, kind: SessionKind, { project }: Session, person: string): string =>
  JSON.stringify([profile, kind, project ?? null, person]);

/** One person of one site in one profile, however often they log in (document 4 §6). */
export const ownerOf = (kind: SessionKind, session: Session): string =>
  keyOf(areLoginsApart ? "hardened" : "specified", kind, session, session.accountId ?? idKey(session.userId));

/** The same person as long as the site was `specified`, where it is not any more: their ID is their account's now. */
export const earlierOwnerOf = (kind: SessionKind, session: Session): string | undefined =>
  areLoginsApart ? keyOf("specified", kind, session, idKey(session.userId)) : undefined;
