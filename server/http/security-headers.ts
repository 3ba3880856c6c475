// Headers that tell browsers what pages of this server may do.
import type { MiddlewareHandler } from "hono";

export type SecurityOptions = {
  /** Sources of the inline scripts of the pages, like `'sha256-…'`. */
  scriptHashes: readonly string[];
  /** Address under which people reach the server, or null. */
  publicUrl: string | null;
};

const ALWAYS: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(self), clipboard-write=(self), microphone=(), geolocation=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Frame-Options": "DENY",
};

const TLS_ONLY = { "Strict-Transport-Security": "max-age=31536000" };
const isTls = (publicUrl: string | null) => publicUrl?.startsWith("https:") ?? false;

/** Headers of answers that are data and no page: opened as a page, such an answer can do nothing. */
export const dataHeaders = (publicUrl: string | null): Record<string, string> => ({
  ...ALWAYS,
  ...(isTls(publicUrl) ? TLS_ONLY : {}),
  "Content-Security-Policy": "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
});

/** Makes the middleware that sets the headers on every answer; a header that a route has set itself stays. */
export function secureHeaders(options: SecurityOptions): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    const always = { ...ALWAYS, ...(isTls(options.publicUrl) ? TLS_ONLY : {}) };
    for (const [name, value] of Object.entries(always)) if (!headers.has(name)) headers.set(name, value);
    if (!headers.has("Content-Security-Policy")) {
      headers.set("Content-Security-Policy", contentSecurityPolicy(options));
    }
  };
}

/**
 * Content security policy of the pages. Its addresses come from the settings and never from the request, whose `Host` anybody can write.
 * The WebSocket is named because older browsers do not count it to 'self'.
 */
export function contentSecurityPolicy({ scriptHashes, publicUrl }: SecurityOptions): string {
  const connections = ["'self'", ...(publicUrl ? [publicUrl, publicUrl.replace(/^http/, "ws")] : [])];
  return [
    "default-src 'self'",
    // The reader of plates is WebAssembly; scripts made of texts stay forbidden.
    ["script-src 'self' 'wasm-unsafe-eval'", ...scriptHashes].join(" "),
    // Dialogs and toasts of libraries bring style elements whose contents differ, and the picture of a fine is made of attributes and of a
    // style element in an image, which inherits this policy (docs/security.md).
    "style-src 'self' 'unsafe-inline'",
    // Agents name pictures of properties by their addresses, which may be anywhere (document 2 §5).
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    `connect-src ${connections.join(" ")}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
