/** Where a key is pressed: in a field that takes what is typed, in a dialog above the desk, or elsewhere. */
export type KeyPlace = "field" | "dialog" | "elsewhere";

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "repeat">;

/** The keys of the desk, as its buttons show them. */
export const DESK_KEYS = {
  accept: "G",
  reject: "A",
  saveAndNext: "S",
  next: "N",
  take: "T",
  print: "P",
  send: "E",
} as const;

/**
 * What a pressed key means at the desk: a letter or digit by which its buttons are known, or undefined. Nothing of it acts while somebody
 * types, but for Ctrl+Enter, which means the letter of `Spara och nästa`; and a key that is held down acts once.
 */
export function deskKeyOf({ key, ctrlKey, metaKey, altKey, repeat }: Pressed, place: KeyPlace): string | undefined {
  if (repeat || place === "dialog") return undefined;
  if (key === "Enter" && (ctrlKey || metaKey) && !altKey) return DESK_KEYS.saveAndNext;
  const isPlain = !ctrlKey && !metaKey && !altKey;
  return isPlain && place === "elsewhere" && /^[a-zA-Z1-9]$/.test(key) ? key.toUpperCase() : undefined;
}
