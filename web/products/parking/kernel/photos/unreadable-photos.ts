/** Whether a file's name says HEIC, which only some browsers can read. */
export const isHeic = (name: string): boolean => /\.hei[cf]$/i.test(name);

type Texts = { heic: (names: string) => string; unreadable: (names: string) => string };

/** The message about files that could not be read as pictures, naming HEIC files as such; "" when there are none. */
export function tellUnreadable(names: readonly string[], { heic, unreadable }: Texts): string {
  const sorted = [
    { tell: heic, those: names.filter(isHeic) },
    { tell: unreadable, those: names.filter((name) => !isHeic(name)) },
  ];
  return sorted.flatMap(({ tell, those }) => (those.length > 0 ? [tell(those.join(", "))] : [])).join("\n");
}
