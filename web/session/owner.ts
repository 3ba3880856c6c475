/** Whose things a device keeps. Apart from profile.ts, which is loaded before anything is drawn. */
import { idKey } from "#contract/staff-address.ts";
import type { SessionKind } from "#contract/states.ts";
import { areLoginsApart } from "./profile.ts";
import type { Session } from "./store.ts";

/** One person of one site in one profile, however often they log in (document 4 §6). */
export const ownerOf = (kind: SessionKind, session: Session): string =>
  JSON.stringify([
    areLoginsApart ? "hardened" : "specified",
    kind,
    session.project ?? null,
    session.accountId ?? idKey(session.userId),
  ]);
