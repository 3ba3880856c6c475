// Remembers in a cookie which accounts a device has logged in to, so that others behind the same address, who try made-up names or other
// people's, do not shut it out. The cookie gives no right but to be counted by itself.
import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Credentials } from "#server/callers/identity.ts";
import { sameSecret } from "#server/http/same-secret.ts";

const NAME = "parkering_device";
/** People who share a tablet. */
const MAX_ACCOUNTS = 12;
const LIFETIME_SECONDS = 180 * 86_400;

type Device = {
  id: string;
  accounts: string[];
  /** Which of the server's secrets has signed it. */
  key: string;
};

export class KnownDevices {
  readonly #credentials: Credentials;
  readonly #isHttps: boolean;

  /** `isHttps` tells whether browsers reach the server by https alone. */
  constructor(options: { credentials: Credentials; isHttps: boolean }) {
    this.#credentials = options.credentials;
    this.#isHttps = options.isHttps;
  }

  /** The device's id when an account with this address was logged in to on it, else null. */
  find(context: Context, email: string): string | null {
    const device = this.#read(context);
    return device?.accounts.includes(markOf(email, device.key)) ? device.id : null;
  }

  /** Notes that the account was logged in to here. */
  remember(context: Context, email: string): void {
    const [key = ""] = this.#credentials.signingKeys;
    const known = this.#read(context);
    const mark = markOf(email, key);
    // Marks by an old key say nothing to a new one.
    const others = known?.key === key ? known.accounts.filter((other) => other !== mark) : [];
    const marks = [mark, ...others].slice(0, MAX_ACCOUNTS);
    const text = [known?.id ?? randomBytes(12).toString("base64url"), ...marks].join("~");
    setCookie(context, NAME, `${text}.${signatureOf(text, key)}`, {
      path: "/auth/v1/token",
      httpOnly: true,
      sameSite: "Strict",
      secure: this.#isHttps,
      maxAge: LIFETIME_SECONDS,
    });
  }

  #read(context: Context): Device | null {
    const [text = "", signature = ""] = (getCookie(context, NAME) ?? "").split(".");
    const key = this.#credentials.signingKeys.find((each) => sameSecret(signature, signatureOf(text, each)));
    if (key === undefined) return null;
    const [id = "", ...accounts] = text.split("~");
    return { id, accounts, key };
  }
}

/** No name stands in the cookie. */
const markOf = (email: string, key: string) => hmac(`device account ${email}`, key).slice(0, 16);
const signatureOf = (text: string, key: string) => hmac(`device ${text}`, key);
const hmac = (text: string, key: string) => createHmac("sha256", key).update(text).digest("base64url");
