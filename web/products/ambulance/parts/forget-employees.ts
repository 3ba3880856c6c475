import { isOwnerOfKind } from "#session/owner.ts";
import { forgetFacts } from "#shared/offline/device-store.ts";

/** Forgets what the device keeps of employees, except of one: their logins have ended. What waits to be sent stays for their next login. */
export const forgetEmployees = (except?: string): Promise<void> =>
  forgetFacts(except, (owner) => isOwnerOfKind(owner, "ase-employee")).catch(() => undefined);
