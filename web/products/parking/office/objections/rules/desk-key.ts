/** The place of a key press: an input field, a dialog above the desk, or elsewhere. */
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
 * The meaning of a key press at the desk: the letter or digit of a button, or undefined. In a field only Ctrl+Enter works (for `Spara och
 * nästa`), and a held key counts once.
 */
export function deskKeyOf({ key, ctrlKey, metaKey, altKey, repeat }: Pressed, place: KeyPlace): string | undefined {
  if (repeat || place === "dialog") return undefined;
  if (key === "Enter" && (ctrlKey || metaKey) && !altKey) return DESK_KEYS.saveAndNext;
  const isPlain = !ctrlKey && !metaKey && !altKey;
  return isPlain && place === "elsewhere" && /^[a-zA-Z1-9]$/.test(key) ? key.toUpperCase() : undefined;
}
