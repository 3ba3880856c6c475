/** The pictures with one of them at another place. */
export const moved = (pictures: readonly string[], from: number, to: number): string[] => {
  const picture = pictures[from];
  if (picture === undefined || to < 0 || to >= pictures.length) return [...pictures];
  return pictures.toSpliced(from, 1).toSpliced(to, 0, picture);
};
