// Remembers in a cookie which accounts a device has logged in to, so that others behind the same address, who try made-up names or other
// people's, do not shut it out. The cookie gives no right but to be counted by itself.
import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { sameSecret } from "#server/http/same-secret.ts";

const NAME = "parkering_device";
/** People who share a tablet. */
const MAX_ACCOUNTS = 12;
const LIFETIME_SECONDS = 180 * 86_400;

type Device = { id: string; accounts: string[] };

export class KnownDevices {
  readonly #secret: string;
  readonly #isHttps: boolean;

  /** `isHttps` tells whether browsers reach the server by https alone. */
  constructor(options: { secret: string; isHttps: boolean }) {
    this.#secret = options.secret;
    this.#isHttps = options.isHttps;
  }

  /** The device's id when an account with this address was logged in to on it, else null. */
  find(context: Context, email: string): string | null {
    const device = this.#read(context);
    return device?.accounts.includes(this.#mark(email)) ? device.id : null;
  }

  /** Notes that the account was logged in to here. */
  remember(context: Context, email: string): void {
    const { id, accounts } = this.#read(context) ?? { id: randomBytes(12).toString("base64url"), accounts: [] };
    const mark = this.#mark(email);
    const marks = [mark, ...accounts.filter((other) => other !== mark)].slice(0, MAX_ACCOUNTS);
    const text = [id, ...marks].join("~");
    setCookie(context, NAME, `${text}.${this.#sign(text)}`, {
      path: "/auth/v1/token",
      httpOnly: true,
      sameSite: "Strict",
      secure: this.#isHttps,
      maxAge: LIFETIME_SECONDS,
    });
  }

  #read(context: Context): Device | null {
    const [text = "", signature = ""] = (getCookie(context, NAME) ?? "").split(".");
    if (!sameSecret(signature, this.#sign(text))) return null;
    const [id = "", ...accounts] = text.split("~");
    return { id, accounts };
  }

  /** No name stands in the cookie. */
  readonly #mark = (email: string) => this.#hmac(`device account ${email}`).slice(0, 16);
  readonly #sign = (text: string) => this.#hmac(`device ${text}`);
  readonly #hmac = (text: string) => createHmac("sha256", this.#secret).update(text).digest("base64url");
}
