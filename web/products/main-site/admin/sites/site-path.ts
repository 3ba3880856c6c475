import { RESERVED_CODES, STANDARD_SITE } from "#contract/projects.ts";

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

/** Whether a path is the first part of an address of the product, such as `login`: a site there could not be reached. */
export const isReserved = (path: string): boolean => RESERVED_CODES.includes(path.toLowerCase());

/**
 * Whether a path cannot be given to a site: another site has it, it is the standard site's, or the application has an
 * address of that name. Addresses match in upper and lower case alike, so `ase` is ASE's.
 */
export function isPathTaken(path: string, otherPaths: readonly string[]): boolean {
  const wanted = path.toLowerCase();
  return (
    wanted === STANDARD_SITE.path || isReserved(wanted) || otherPaths.some((other) => other.toLowerCase() === wanted)
  );
}
