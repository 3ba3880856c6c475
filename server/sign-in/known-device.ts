// Remembers in a cookie the accounts that a device has logged in to, so that other people behind the same address, who try made-up names or
// other people's, do not shut it out. The cookie gives no right but to be counted by itself.
import { createHmac, randomBytes } from "node:crypto";
import { setCookie } from "hono/cookie";
import { sameSecret } from "#server/callers/identity.ts";
import type { Call } from "./call.ts";

const NAME = "parkering_device";
/** Addresses at which passwords and codes are shown. */
const PATH = "/auth/v1";
/** Marks of people who share a tablet: a mark for each account, and another for each account that showed a second factor. */
const MAX_MARKS = 24;
const LIFETIME_SECONDS = 180 * 86_400;

/** Proof that was shown for an account on a device: the password, or the second factor besides. */
export type Shown = "password" | "factor";

/** Id of the device when it has shown this proof for the account with this address, else null. */
export function findDevice(call: Call<unknown>, email: string, shown: Shown): string | null {
  const knows = ({ marks, key }: KnownDevice) => marks.includes(markOf(email, shown, key));
  return readDevices(call).find(knows)?.id ?? null;
}

/** Notes the proof that was shown here for the account with this address. */
export function rememberDevice(call: Call<unknown>, email: string, shown: Shown): void {
  const [key = ""] = call.credentials.signingKeys;
  const [known] = readDevices(call);
  const made = (shown === "factor" ? (["password", "factor"] as const) : [shown]).map((each) =>
    markOf(email, each, key),
  );
  // Marks made with an old key mean nothing under a new key.
  const others = known?.key === key ? known.marks.filter((other) => !made.includes(other)) : [];
  const id = known?.id ?? randomBytes(12).toString("base64url");
  const text = [id, ...made, ...others].slice(0, MAX_MARKS + 1).join("~");
  setCookie(call.context, NAME, `${text}.${signatureOf(text, key)}`, {
    path: PATH,
    httpOnly: true,
    sameSite: "Strict",
    secure: call.publicUrl?.startsWith("https:") ?? false,
    maxAge: LIFETIME_SECONDS,
  });
}

type KnownDevice = { id: string; marks: string[]; key: string };

/** Most cookies that are read. A browser may still have a cookie of a narrower path, which earlier versions of this server gave. */
const MOST_COOKIES = 2;

/** Devices that the cookies name, each with the server's secret that signed its cookie; a cookie that is not ours names none. */
function readDevices({ context, credentials }: Call<unknown>): KnownDevice[] {
  const cookies = (context.req.header("cookie") ?? "").split(/; */).filter((each) => each.startsWith(`${NAME}=`));
  return cookies.slice(0, MOST_COOKIES).flatMap((cookie) => {
    const [text = "", signature = ""] = cookie.slice(NAME.length + 1).split(".");
    const key = credentials.signingKeys.find((each) => sameSecret(signature, signatureOf(text, each)));
    if (key === undefined) return [];
    const [id = "", ...marks] = text.split("~");
    return [{ id, marks, key }];
  });
}

/** The cookie holds marks and no names. */
const markOf = (email: string, shown: Shown, key: string) =>
  hmac(`device ${shown === "factor" ? "factor" : "account"} ${email}`, key).slice(0, 16);
const signatureOf = (text: string, key: string) => hmac(`device ${text}`, key);
const hmac = (text: string, key: string) => createHmac("sha256", key).update(text).digest("base64url");
