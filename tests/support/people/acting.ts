/** Values of `Acting` (who acts) for tests that call the front end's functions and screens without a login. */
import { type ActingOnDevice, type ActingPerson, VISITOR } from "#data/acting.ts";

/** An admin who speaks with a visitor's client, since nobody has logged in. */
export const ACTING_ADMIN: ActingPerson = { ...VISITOR, kind: "admin", id: "admin01", site: "p1" };

/** An attendant at the site `p1`. Their device asks `login.isOpen` whether the login is still open. */
export const actingAttendant = (id: string, login = { isOpen: true }): ActingOnDevice => ({
  ...VISITOR,
  kind: "attendant",
  id,
  site: "p1",
  device: { owner: `attendant ${id}`, isOpen: () => login.isOpen },
});
