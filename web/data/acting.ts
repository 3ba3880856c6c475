/**
 * The acting person: the one for whom queries, changes and live tables run. `session/` makes the value, React's context passes it down, and
 * every call to the back end takes it. No module keeps it.
 */
import { createContext, useContext } from "react";
import type { SessionKind } from "#contract/states.ts";
import type { ProjectId } from "#shared/paths.ts";
import { type Client, getClientOf, type Identity } from "./client.ts";

/** A caller of the back end: a visitor, an e-mail account, or a person with an ID (`ActingPerson`). */
export type Acting = {
  /** The login of the calls. */
  login: Identity;
  /** The client of all calls. @throws DataError when the configuration cannot be fetched; the next call tries again. */
  client: () => Promise<Client>;
  /** The person's storage on this device; undefined for a person who stores nothing here. */
  device?: OwnDevice;
};

/** The storage of a person who works without a network (document 4 §6). */
export type OwnDevice = {
  /** The key of this person's data at this site (session/owner.ts). */
  owner: string;
  /** Whether the login is still open in this browser; nothing is stored or sent for an ended login. */
  isOpen: () => boolean;
};

/** A person who is logged in with an ID. */
export type ActingPerson = Acting & {
  kind: SessionKind;
  /** The ID, passed to functions of the database as `acting_as`. */
  id: string;
  /** The project of the person's screen; undefined on routes without a project. */
  site: ProjectId;
};

/** A person who also works without a network: an attendant, or an employee of the ambulance service on the clock. */
export type ActingOnDevice = ActingPerson & { device: OwnDevice };

/** The acting value of a login outside all screens: of a kind of person, or of the e-mail account. */
export const actingBy = (login: Identity): Acting => ({ login, client: () => getClientOf(login) });

/** The e-mail account of this browser, or a visitor without one. */
export const VISITOR: Acting = actingBy("account");

/** The acting value of a screen. Public screens have no provider and act as a visitor. */
export const ActingContext = createContext<Acting>(VISITOR);

/** The acting value of this screen. */
export const useActing = (): Acting => useContext(ActingContext);

/** The person with an ID who acts on this screen. @throws Error on screens of other people */
export function useActingPerson(): ActingPerson {
  const acting = useActing();
  if (!isPerson(acting)) throw new Error("Nobody is logged in with an ID here");
  return acting;
}

/** The person with storage on this device who acts on this screen. @throws Error on other screens */
export function useActingOnDevice(): ActingOnDevice {
  const acting = useActingPerson();
  if (!hasDevice(acting)) throw new Error("Nobody who works without a network is logged in here");
  return acting;
}

const isPerson = (acting: Acting): acting is ActingPerson => "id" in acting;

/** Whether the acting person stores data on this device. */
export const hasDevice = (acting: Acting): acting is ActingOnDevice => isPerson(acting) && acting.device !== undefined;
