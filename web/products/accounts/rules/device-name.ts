const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Macintosh/, "Mac"],
  [/Linux/, "Linux"],
];

const firstOf = (rules: readonly [RegExp, string][], text: string) => rules.find(([sign]) => sign.test(text))?.[1];

/** The name of a device for people, such as `Chrome, Android`; null when its user agent names none. */
export function deviceName(userAgent: string | null): string | null {
  const parts = [firstOf(BROWSERS, userAgent ?? ""), firstOf(SYSTEMS, userAgent ?? "")].filter(Boolean);
  return parts.length === 0 ? null : parts.join(", ");
}
