import type { MessageWords } from "./message-texts.ts";

/** The reason in words why a message was not sent; `error` is the server's note (server/messages). */
export function unsentReason(error: string, { why }: MessageWords): string {
  const known: Record<string, string> = {
    OFF: why.off,
    "NO ADDRESS": why.address,
    "HTTP 404": why.gone,
    "HTTP 401": why.gone,
    "HTTP 410": why.gone,
    "HTTP 429": why.busy,
    TIMEOUT: why.timeout,
    ETIMEDOUT: why.timeout,
  };
  return known[error] ?? (/^(HTTP|SMTP) \d/.test(error) ? why.refused(error) : why.network(error));
}
