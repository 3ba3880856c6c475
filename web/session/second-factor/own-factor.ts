/** Actions of people on their own second factor, on their account's page. */
import type { Acting } from "#data/acting.ts";
import type { Client } from "#data/client.ts";
import { DataError } from "#data/data-error.ts";
import { unwrap } from "#data/unwrap.ts";
import { queryOptions } from "#data/use-query.ts";
import { askAboutAccount } from "../account/account-question.ts";
import { endSession } from "../logins/logins.ts";
import { beginFactor, listFactors, makeRecoveryCodes, removeFactor } from "./second-factor.ts";
import { leave } from "../logins/visitor.ts";

export const ownFactorQueries = {
  /** The active factors of the acting account. */
  list: () =>
    queryOptions({ queryKey: ["own_factors"] as const, queryFn: async (acting) => listFactors(await acting.client()) }),
};

/** Enrols a factor; false when the person gives up. @throws DataError when it cannot be begun */
export const enrolOwnFactor = async (acting: Acting): Promise<boolean> =>
  enrol(await acting.client(), { isDemanded: false });

/** Whether a factor was refused because the login showed its password or code more than 15 minutes ago. */
export const isLoginTooOld = (error: unknown): boolean =>
  error instanceof DataError && error.code === "reauthentication_needed";

const enrol = async (client: Client, { isDemanded }: { isDemanded: boolean }) =>
  askAboutAccount({ about: "enrolment", client, factor: await beginFactor(client), isDemanded });

/** Makes new recovery codes and shows them; false when the person gives up. @throws DataError */
export async function renewRecoveryCodes(acting: Acting): Promise<boolean> {
  const client = await acting.client();
  const codes = await withCode(client, () => makeRecoveryCodes(client));
  return codes !== null && askAboutAccount({ about: "recovery-codes", codes });
}

/**
 * Removes a factor after asking for the current password; false when the person gives up. If the account must have a factor, a new factor
 * is enrolled at once; a person who does not enrol is logged out.
 * @throws DataError
 */
export async function removeOwnFactor(acting: Acting, factorId: string): Promise<boolean> {
  const client = await acting.client();
  const use = (password: string) => removeFactor(acting, factorId, password);
  if (!(await askAboutAccount({ about: "current-password", use }))) return false;
  await client.auth.refreshSession();
  const isDemanded = unwrap(await client.rpc("get_login_step")) === "enrolment";
  if (isDemanded && !(await enrol(client, { isDemanded })))
    await (acting.login === "account" ? leave() : endSession(acting.login));
  return true;
}

/**
 * Runs work that needs a login with a second factor, and asks for the code if the login has not shown one. Null when the person gives no
 * code.
 */
async function withCode<T>(client: Client, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const isWeak = error instanceof DataError && ["insufficient_aal", "42501"].includes(error.code);
    if (!isWeak) throw error;
    return (await askAboutAccount({ about: "code", client })) ? work() : null;
  }
}
