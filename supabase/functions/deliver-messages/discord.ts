// Sends a text to a webhook of Discord, and to no other address.

const HOSTS = new Set(["discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"]);
const PATH = /^\/api\/webhooks\/\d{5,25}\/[\w-]{10,200}$/;
const PATIENCE_MS = 5000;
/** Longest text that Discord takes. */
const LONGEST_TEXT = 2000;
/** Flag that switches off previews of typed addresses. */
const SUPPRESS_EMBEDS = 4;
const LONGEST_WAIT_MS = 3_600_000;

/** Webhook that a text may be sent to: host and path were read from this very address. */
export type Webhook = { readonly url: URL };

/**
 * The webhook that an address names, or null where it names another host, port, user or path. The address is read once, and texts are sent
 * to it as it was read.
 */
export function webhookOf(address: string): Webhook | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isPlain = url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  return url.protocol === "https:" && HOSTS.has(url.host) && PATH.test(url.pathname) && isPlain ? { url } : null;
}

/** A typed text, so that Discord draws it as it was typed: no mark-up, no mention, no link. */
export const asDiscordText = (typed: string): string =>
  typed.replace(/[\\`*_~|<>[\]()@]|^[#-]/g, "\\$&").replaceAll("://", ":\u200B//");

export type DiscordAnswer =
  | { is: "sent" }
  | { is: "later"; error: string; waitMs?: number }
  | { is: "given-up"; error: string };

/** Answers of Discord to a webhook that is gone or a text that it does not take: another attempt would get the same answer. */
const FINAL = new Set([400, 401, 403, 404, 405, 410]);

/** Sends a text. `base` replaces Discord's own server in tests, and `answerMs` bounds the wait for it. Never throws. */
export async function sendToDiscord(
  { url }: Webhook,
  text: string,
  base: string | null,
  patienceMs = PATIENCE_MS,
): Promise<DiscordAnswer> {
  const target = base === null ? url : new URL(url.pathname, base);
  try {
    const answer = await fetch(target, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ content: shorten(text), allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS }),
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    });
    await answer.body?.cancel();
    if (answer.ok) return { is: "sent" };
    const error = `HTTP ${answer.status}`;
    if (FINAL.has(answer.status)) return { is: "given-up", error };
    const seconds = Number(answer.headers.get("Retry-After"));
    if (answer.status !== 429 || !(seconds > 0)) return { is: "later", error };
    return { is: "later", error, waitMs: Math.min(seconds * 1000, LONGEST_WAIT_MS) };
  } catch (error) {
    return { is: "later", error: nameOf(error) };
  }
}

const shorten = (text: string): string => (text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1)}…`);

/** Name of a failure without its text, which can hold the address. */
function nameOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  if (name === "TimeoutError") return "TIMEOUT";
  return typeof cause?.code === "string" ? cause.code : "NETWORK";
}
