// Remembers in a cookie which accounts a device has logged in to, so that others behind the same address, who try made-up names or other
// people's, do not shut it out. The cookie gives no right but to be counted by itself.
import { createHmac, randomBytes } from "node:crypto";
import { setCookie } from "hono/cookie";
import { sameSecret } from "#server/http/same-secret.ts";
import type { Call } from "./call.ts";

const NAME = "parkering_device";
/** Where passwords and codes are shown. */
const PATH = "/auth/v1";
/** People who share a tablet. */
const MAX_ACCOUNTS = 12;
const LIFETIME_SECONDS = 180 * 86_400;

/** The device's id when an account with this address was logged in to on it, else null. */
export function findDevice(call: Call<unknown>, email: string): string | null {
  const knows = ({ accounts, key }: KnownDevice) => accounts.includes(markOf(email, key));
  return readDevices(call).find(knows)?.id ?? null;
}

/** Notes that the account with this address was logged in to here. */
export function rememberDevice(call: Call<unknown>, email: string): void {
  const [key = ""] = call.credentials.signingKeys;
  const [known] = readDevices(call);
  const mark = markOf(email, key);
  // Marks by an old key say nothing to a new one.
  const others = known?.key === key ? known.accounts.filter((other) => other !== mark) : [];
  const id = known?.id ?? randomBytes(12).toString("base64url");
  const text = [id, mark, ...others.slice(0, MAX_ACCOUNTS - 1)].join("~");
  setCookie(call.context, NAME, `${text}.${signatureOf(text, key)}`, {
    path: PATH,
    httpOnly: true,
    sameSite: "Strict",
    secure: call.publicUrl?.startsWith("https:") ?? false,
    maxAge: LIFETIME_SECONDS,
  });
}

type KnownDevice = { id: string; accounts: string[]; key: string };

/** A browser may still have the cookie of the narrower path that this server gave before. */
const MOST_COOKIES = 2;

/** What the cookies say, and by which of the server's secrets; those that are not ours say nothing. */
function readDevices({ context, credentials }: Call<unknown>): KnownDevice[] {
  const cookies = (context.req.header("cookie") ?? "").split(/; */).filter((each) => each.startsWith(`${NAME}=`));
  return cookies.slice(0, MOST_COOKIES).flatMap((cookie) => {
    const [text = "", signature = ""] = cookie.slice(NAME.length + 1).split(".");
    const key = credentials.signingKeys.find((each) => sameSecret(signature, signatureOf(text, each)));
    if (key === undefined) return [];
    const [id = "", ...accounts] = text.split("~");
    return [{ id, accounts, key }];
  });
}

/** No name stands in the cookie. */
const markOf = (email: string, key: string) => hmac(`device account ${email}`, key).slice(0, 16);
const signatureOf = (text: string, key: string) => hmac(`device ${text}`, key);
const hmac = (text: string, key: string) => createHmac("sha256", key).update(text).digest("base64url");
