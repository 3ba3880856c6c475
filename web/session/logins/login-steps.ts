/** The steps of a login before anything else: the database names them, and the person answers them. */
import type { Client } from "#data/client.ts";
import { DataError, toDataError } from "#data/data-error.ts";
import { unwrap } from "#data/unwrap.ts";
import type { Language } from "#shared/ui/language.ts";
import { listAccountChanges, tellOfChanges } from "../account/account-changes.ts";
import { askAboutAccount } from "../account/account-question.ts";
import { beginFactor } from "../second-factor/second-factor.ts";
import { DEACTIVATED } from "./deactivated.ts";
import { LoginCancelled, LoginRefused } from "./sign-in.ts";

/** Signs a client in. Returns false when the address is unknown or the password wrong. @throws DataError */
export async function enter(client: Client, email: string, password: string): Promise<boolean> {
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error === null) return true;
  if (error.code === "invalid_credentials") return false;
  throw toDataError(error);
}

type LoginSteps = {
  email: string;
  password: string;
  /** Changes the password that another person gave. @throws DataError */
  change: (password: string) => Promise<void>;
  /** The language of the login screen. */
  lang: Language;
};

/**
 * Leads a new login through its steps: the code of a second factor, a password of one's own, the enrolment of a demanded factor. At the end
 * it shows the changes that another person made to the account.
 * @throws DataError, LoginCancelled when the person gives up, LoginRefused when the account is deactivated
 */
export async function takeLoginSteps(client: Client, { email, password, change, lang }: LoginSteps): Promise<void> {
  let known = password;
  let hasBegunAnew = false;
  for (;;) {
    const [step, changes] = await Promise.all([client.rpc("get_login_step"), listAccountChanges(client)]);
    switch (unwrap(step)) {
      case "nothing":
        return await tellOfChanges(client, changes);
      case "deactivated":
        throw new LoginRefused(DEACTIVATED[lang]);
      case "code":
        await ask({ about: "code", client });
        break;
      case "password": {
        const choose = async (next: string) => {
          await change(next);
          known = next;
        };
        await ask({ about: "password", old: known, change: choose });
        break;
      }
      case "enrolment":
        await ask({ about: "enrolment", client, factor: await beginFactor(client), isDemanded: true });
        break;
      default:
        // A changed password may end the login (Supabase may be set so); a new login goes on then.
        if (hasBegunAnew || known === password || !(await enter(client, email, known)))
          throw new DataError("not-signed-in", "The login has ended");
        hasBegunAnew = true;
    }
  }
}

async function ask(question: Parameters<typeof askAboutAccount>[0]): Promise<void> {
  if (!(await askAboutAccount(question))) throw new LoginCancelled();
}
