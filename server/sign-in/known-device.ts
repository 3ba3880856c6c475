// Remembers in a cookie which accounts a device has logged in to, so that others behind the same address, who try made-up names or other
// people's, do not shut it out. The cookie gives no right but to be counted by itself.
import { createHmac, randomBytes } from "node:crypto";
import { getCookie, setCookie } from "hono/cookie";
import { sameSecret } from "#server/http/same-secret.ts";
import type { Call } from "./call.ts";

const NAME = "parkering_device";
/** People who share a tablet. */
const MAX_ACCOUNTS = 12;
const LIFETIME_SECONDS = 180 * 86_400;

/** The device's id when an account with this address was logged in to on it, else null. */
export function findDevice(call: Call<unknown>, email: string): string | null {
  const device = readDevice(call);
  return device?.accounts.includes(markOf(email, device.key)) ? device.id : null;
}

/** Notes that the account with this address was logged in to here. */
export function rememberDevice(call: Call<unknown>, email: string): void {
  const [key = ""] = call.credentials.signingKeys;
  const known = readDevice(call);
  const mark = markOf(email, key);
  // Marks by an old key say nothing to a new one.
  const others = known?.key === key ? known.accounts.filter((other) => other !== mark) : [];
  const id = known?.id ?? randomBytes(12).toString("base64url");
  const text = [id, mark, ...others.slice(0, MAX_ACCOUNTS - 1)].join("~");
  setCookie(call.context, NAME, `${text}.${signatureOf(text, key)}`, {
    path: "/auth/v1/token",
    httpOnly: true,
    sameSite: "Strict",
    secure: call.publicUrl?.startsWith("https:") ?? false,
    maxAge: LIFETIME_SECONDS,
  });
}

/** What the cookie says, and by which of the server's secrets; null without one of ours. */
function readDevice({ context, credentials }: Call<unknown>) {
  const [text = "", signature = ""] = (getCookie(context, NAME) ?? "").split(".");
  const key = credentials.signingKeys.find((each) => sameSecret(signature, signatureOf(text, each)));
  if (key === undefined) return null;
  const [id = "", ...accounts] = text.split("~");
  return { id, accounts, key };
}

/** No name stands in the cookie. */
const markOf = (email: string, key: string) => hmac(`device account ${email}`, key).slice(0, 16);
const signatureOf = (text: string, key: string) => hmac(`device ${text}`, key);
const hmac = (text: string, key: string) => createHmac("sha256", key).update(text).digest("base64url");
