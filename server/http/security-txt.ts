// Tells whom to tell of a weakness: /.well-known/security.txt (RFC 9116).
import type { Handler } from "hono";

/** The file must say until when it holds; it is written anew with every request. */
const HOLDS_FOR_MS = 180 * 86_400_000;

/** Makes the handler of the file; 404 without a contact in the settings. */
export function answerSecurityTxt(contact: string | null, publicUrl: string | null): Handler {
  return (context) => {
    if (contact === null) return context.json({ code: "404", message: "Not found" }, 404);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(Date.now() + HOLDS_FOR_MS).toISOString()}`,
      "Preferred-Languages: sv, en",
      ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
    ];
    return context.text(`${lines.join("\n")}\n`);
  };
}
