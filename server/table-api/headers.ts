// Reads the headers of a call of the table API. Unknown words are refused, since another reader might follow them. Pure.
import type { HeaderReader } from "#server/callers/caller.ts";
import { Refusal } from "#server/http/refusal.ts";

export type Wishes = {
  /** Whether the answer is a single object and not a list. */
  isSingle: boolean;
  /** Whether the written rows are answered. */
  wantsRows: boolean;
  /** Whether all rows that the filters find are counted. */
  wantsCount: boolean;
};

const SINGLE = "application/vnd.pgrst.object+json";
const JSON_TYPES: ReadonlySet<string> = new Set(["application/json", "application/json;charset=utf-8"]);

/** Reads the wishes in the headers of a call. Throws a Refusal. */
export function readWishes(header: HeaderReader): Wishes {
  if (["accept-profile", "content-profile"].some((name) => (header(name) ?? "public") !== "public"))
    throw new Refusal(406, "PGRST106", "The schema must be one of the following: public");
  const accept = plain(header("accept") ?? "*/*");
  if (accept !== "*/*" && accept !== SINGLE && !JSON_TYPES.has(accept))
    throw new Refusal(406, "PGRST107", "None of these media types are available; application/json is.");
  const words = wordsOf(header("prefer"));
  return {
    isSingle: accept === SINGLE,
    wantsRows: words.has("return=representation"),
    wantsCount: words.has("count=exact"),
  };
}

const PREFERENCES: ReadonlySet<string> = new Set(["return=representation", "return=minimal", "count=exact"]);

function wordsOf(prefer: string | undefined): ReadonlySet<string> {
  const found = (prefer ?? "").split(",").flatMap((word) => word.trim() || []);
  const unknown = found.find((word) => !PREFERENCES.has(word));
  if (unknown !== undefined) throw new Refusal(400, "PGRST122", `The preference '${unknown}' is not supported.`);
  if (new Set(found.map((word) => word.split("=", 1)[0])).size < found.length)
    throw new Refusal(400, "PGRST122", "A preference stands there twice.");
  return new Set(found);
}

/** Throws a Refusal unless a body is JSON; every part of the header counts. */
export function requireJson(header: HeaderReader): void {
  if (!JSON_TYPES.has(plain(header("content-type") ?? "")))
    throw new Refusal(415, "PGRST107", "Only bodies of the type application/json are supported.");
}

/** Parts are cut at their semicolons: a pattern with blanks on both sides takes the square of the blanks, with everybody waiting. */
const plain = (type: string) =>
  type
    .toLowerCase()
    .split(";")
    .map((part) => part.trim())
    .join(";");
