import { AMBULANCE_PATH, DISPATCH_PROJECT, REAL_ESTATE_PATH, STANDARD_SITE } from "#contract/projects.ts";
import { PATTERNS } from "#shared/paths.ts";

/** A path as the main page keeps it: lower case, spaces as hyphens, only a–z, 0–9 and hyphen (document 1 §5). */
export const normalisePath = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, "-")
    .replaceAll(/[^a-z0-9-]/g, "");

/**
 * The path to save. A path that was not changed stays as it is: the codes ASE and YSTAD have a meaning of their own
 * (document 1 §9), and correcting such a site's name must not take it from them.
 */
export const pathToSave = (typed: string, current?: string): string =>
  typed.trim() === current ? current : normalisePath(typed);

/** Rooms of the application that are sites at the same time. */
const SITES_WITH_ROOMS: readonly string[] = [DISPATCH_PROJECT, REAL_ESTATE_PATH, AMBULANCE_PATH];

/** First parts of the application's own addresses, such as `login`: a site there could not be reached. */
const ownAddresses = new Set(
  Object.values(PATTERNS)
    .map((pattern) => pattern.split("/")[1] ?? "")
    .filter((part) => part !== "" && !part.startsWith(":") && !SITES_WITH_ROOMS.includes(part)),
);

/**
 * Whether a path cannot be given to a site: another site has it, it is the standard site's, or the application has an
 * address of that name. Addresses match in upper and lower case alike, so `ase` is ASE's.
 */
export function isPathTaken(path: string, otherPaths: readonly string[]): boolean {
  const wanted = path.toLowerCase();
  return (
    wanted === STANDARD_SITE.path ||
    ownAddresses.has(wanted) ||
    otherPaths.some((other) => other.toLowerCase() === wanted)
  );
}
