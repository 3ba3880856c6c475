const numbers = (text: string) => text.split(".").map(Number);

/** Whether a version such as `1.2.0` is lower than another one. */
export function isLower(version: string, than: string): boolean {
  const [own, other] = [numbers(version), numbers(than)];
  for (const [place, number] of other.entries()) {
    const difference = (own[place] ?? 0) - number;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
