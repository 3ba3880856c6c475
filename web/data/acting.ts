/**
 * Who acts: whom queries, changes and live tables are for. `session/` makes the value, React's context hands it down, and whatever calls the
 * back end takes it; no module remembers it.
 */
import { createContext, useContext } from "react";
import type { SessionKind } from "#contract/states.ts";
import type { ProjectId } from "#shared/paths.ts";
import { type Client, getClientOf, type Identity } from "./client.ts";

/** Somebody who speaks to the back end: a visitor, an e-mail account, or a person with an ID (`ActingPerson`). */
export type Acting = {
  /** The login that speaks. */
  login: Identity;
  /** The client of all calls. @throws DataError when the configuration cannot be fetched; the next call tries again. */
  client: () => Promise<Client>;
  /** Where their things lie on this device; undefined for who keeps nothing here. */
  device?: OwnDevice;
};

/** A device of somebody who works without a network (document 4 §6). */
export type OwnDevice = {
  /** The key of what the device keeps for this person of this site (session/owner.ts). */
  owner: string;
  /** Whether the login is still open in this browser: nothing is kept or sent for one that has ended. */
  isOpen: () => boolean;
};

/** Somebody who is logged in with an ID. */
export type ActingPerson = Acting & {
  kind: SessionKind;
  /** The ID, as the functions of the database take it (`acting_as`). */
  id: string;
  /** The project that their screen is of; undefined on routes without one. */
  site: ProjectId;
};

/** An attendant, whose phone works without a network. */
export type ActingAttendant = ActingPerson & { device: OwnDevice };

/** A login as such, before or beside all screens: that of a kind of person, or of the e-mail account. */
export const actingBy = (login: Identity): Acting => ({ login, client: () => getClientOf(login) });

/** The e-mail account of this browser, or a visitor without one. */
export const VISITOR: Acting = actingBy("account");

/** Who acts on the screen; screens that stand open to everybody have no provider. */
export const ActingContext = createContext<Acting>(VISITOR);

/** Who acts on this screen. */
export const useActing = (): Acting => useContext(ActingContext);

/** The person with an ID who acts on this screen. @throws Error outside of their screens */
export function useActingPerson(): ActingPerson {
  const acting = useActing();
  if (!isPerson(acting)) throw new Error("Nobody is logged in with an ID here");
  return acting;
}

/** The attendant who acts on this screen. @throws Error outside of attendants' screens */
export function useActingAttendant(): ActingAttendant {
  const acting = useActingPerson();
  if (!isAttendant(acting)) throw new Error("No attendant is logged in here");
  return acting;
}

const isPerson = (acting: Acting): acting is ActingPerson => "id" in acting;

/** Whether somebody keeps things on this device. */
export const isAttendant = (acting: Acting): acting is ActingAttendant =>
  isPerson(acting) && acting.device !== undefined;
