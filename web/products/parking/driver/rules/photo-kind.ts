/** The first bytes of the accepted photo formats; undefined means any byte. */
const BEGINNINGS = {
  jpg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
} as const;

export type PhotoKind = keyof typeof BEGINNINGS;

/** The format of a photo by its first twelve bytes, whatever its name; undefined for any other file. */
export function photoKind(bytes: Uint8Array): PhotoKind | undefined {
  const kinds = Object.entries(BEGINNINGS) as [PhotoKind, readonly (number | undefined)[]][];
  return kinds.find(([, beginning]) =>
    beginning.every((byte, place) => byte === undefined || byte === bytes[place]),
  )?.[0];
}

/** The largest file in bytes before it is scaled down, and the most photos of one objection. */
export const OBJECTION_PHOTOS = { bytes: 10 * 1024 * 1024, most: 4 } as const;
