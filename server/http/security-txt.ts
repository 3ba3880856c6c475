// The file /.well-known/security.txt (RFC 9116), which says whom to tell of a weakness.
import type { Handler } from "hono";

/** The file must say until when it holds, and is written anew with every request. */
const HOLDS_FOR_MS = 180 * 86_400_000;

/** Makes the handler of the file. Without a contact in the settings the file names the product's, and is 404 without any. */
export function answerSecurityTxt(
  findContact: () => Promise<string | null>,
  setting: string | null,
  publicUrl: string | null,
): Handler {
  return async (context) => {
    const contact = setting ?? (await findContact());
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
