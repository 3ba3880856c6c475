/** Whether a file's name says HEIC, which some browsers read and others do not. */
export const isHeic = (name: string): boolean => /\.hei[cf]$/i.test(name);

type Texts = { heic: (names: string) => string; unreadable: (names: string) => string };

/** Names of files that could not be read as pictures, as a screen tells of them: HEIC by its name. "" for none. */
export function tellUnreadable(names: readonly string[], { heic, unreadable }: Texts): string {
  const sorted = [
    { tell: heic, those: names.filter(isHeic) },
    { tell: unreadable, those: names.filter((name) => !isHeic(name)) },
  ];
  return sorted.flatMap(({ tell, those }) => (those.length > 0 ? [tell(those.join(", "))] : [])).join("\n");
}
