/** Whoever acts, in tests that call the front end's functions and screens without a login. */
import { type ActingOnDevice, type ActingPerson, VISITOR } from "#data/acting.ts";

/** An admin who speaks as a visitor does, since nobody has logged in. */
export const ACTING_ADMIN: ActingPerson = { ...VISITOR, kind: "admin", id: "admin01", site: "p1" };

/** An attendant at `p1`, whose login `login.isOpen` says whether it still is. */
export const actingAttendant = (id: string, login = { isOpen: true }): ActingOnDevice => ({
  ...VISITOR,
  kind: "attendant",
  id,
  site: "p1",
  device: { owner: `attendant ${id}`, isOpen: () => login.isOpen },
});
