// Logins that a browser holds already, for journeys about something other than a login. The login forms have journeys of their own.
import type { Page } from "@playwright/test";
import { SESSION_LIFETIME_MS } from "#contract/limits.ts";
import { staffAddress } from "#contract/staff-address.ts";
import type { SessionKind } from "#contract/states.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { callSignIn } from "#tests/support/people/sign-in.ts";

export type Login = { kind: SessionKind; project?: string; userId: string; password: string };
/** A person's names, as a session holds them. */
type Named = { userId: string; displayName: string; accountId?: string };

let product: RunningProduct | undefined;

/** Sets the product that people log in to; a worker of Playwright has one product. */
export function logInsAreOf(running: RunningProduct): void {
  product = running;
}

/** Puts somebody's login into the page's browser, as the form would leave it; the address that is opened next has it. */
export async function holdLogin(page: Page, login: Login): Promise<void> {
  const running = whereLogInsAre();
  const { kind, project } = login;
  let who: Named;
  if (running.profile === "specified") who = await named(running, login);
  else {
    const { userId, password } = login;
    const email = staffAddress({ kind, project: project ?? null, userId }) ?? "";
    who = await staffOf(running, await holdAccount(page, email, password, `.${kind}`));
  }
  const session = { loggedIn: true, ...who, ...(project !== undefined && { project }), token: crypto.randomUUID() };
  await openOrigin(page);
  await page.evaluate(
    ([name, opened, lifetime]) => {
      // The end is counted by the browser's clock, which a test may have set.
      const lasting = { ...opened, expiresAt: Date.now() + lifetime };
      localStorage.setItem(`parkering.session.${name}`, JSON.stringify(lasting));
    },
    [kind, session, SESSION_LIFETIME_MS] as const,
  );
}

/**
 * Puts the login of an account with an e-mail address into the page's browser, and gives the account's ID. `of` is the kind of staff, for
 * an account of somebody who has an ID.
 */
export async function holdAccount(page: Page, email: string, password: string, of = ""): Promise<string> {
  await openOrigin(page);
  // The list of an account's logins shows the browser by this header.
  const headers = { "user-agent": await page.evaluate(() => navigator.userAgent) };
  const sent = { body: { email, password }, headers };
  const { status, body } = await callSignIn(whereLogInsAre(), "/token?grant_type=password", sent);
  if (status !== 200) throw new Error(`${email} cannot sign in: ${JSON.stringify(body)}`);
  await page.evaluate(
    ([key, session]) => {
      // The client counts the end by its own clock, as it does with the real server's answer.
      const expires_at = Math.round(Date.now() / 1000) + Number(session["expires_in"]);
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at }));
    },
    [`parkering.auth${of}`, body] as const,
  );
  return (body["user"] as { id: string }).id;
}

/** The logins that the page's browser holds, without their values: the entries, each with the names of its fields. */
export const loginsIn = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() => {
    const entries = Object.entries(localStorage).filter(([key]) => /^parkering\.(session|auth)/.test(key));
    return Object.fromEntries(entries.map(([key, text]) => [key, Object.keys(JSON.parse(text) as object).toSorted()]));
  });

function whereLogInsAre(): RunningProduct {
  if (product === undefined) throw new Error("The product does not run yet.");
  return product;
}

/** Opens a page of the product, since storage belongs to an origin. This page costs nothing. */
async function openOrigin(page: Page): Promise<void> {
  if (page.url() === "about:blank") await page.goto("/healthz");
}

async function staffOf({ sql }: RunningProduct, accountId: string): Promise<Named> {
  const [staff] = await sql<Named[]>`
    select user_id as "userId", coalesce(display_name, user_id) as "displayName", account_id as "accountId"
    from staff_accounts where account_id = ${accountId}`;
  if (staff === undefined) throw new Error(`${accountId} is nobody's account.`);
  return { ...staff };
}

/** The person's names for a login in `specified`, where the browser alone compares the password. */
async function named({ sql }: RunningProduct, { project, userId }: Login): Promise<Named> {
  const [found] = await sql<{ name: string | null }[]>`
    select discord_username as name from project_attendants
    where user_id = ${userId} and project_id is not distinct from ${project ?? null}
    union all select discord_username from attendants where user_id = ${userId}`;
  return { userId, displayName: found?.name ?? userId };
}
