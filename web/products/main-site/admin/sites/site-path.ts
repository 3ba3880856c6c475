import { RESERVED_CODES, STANDARD_SITE } from "#contract/projects.ts";

/** A path as the main page stores it: lower case, spaces as hyphens, only a–z, 0–9 and hyphen (document 1 §5). */
export const normalisePath = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, "-")
    .replaceAll(/[^a-z0-9-]/g, "");

/**
 * The path to save. An unchanged path stays: the codes ASE and YSTAD have a meaning of their own (document 1 §9), which must survive a new
 * name of the site.
 */
export const pathToSave = (typed: string, current?: string): string =>
  typed.trim() === current ? current : normalisePath(typed);

/** Whether a path is the first part of a product address, such as `login`: a site there could not be reached. */
export const isReserved = (path: string): boolean => RESERVED_CODES.includes(path.toLowerCase());

/**
 * Whether a path cannot be given to a site: another site has it, the standard site has it, or the application has such an address.
 * Addresses match in upper and lower case alike, so `ase` is ASE's.
 */
export function isPathTaken(path: string, otherPaths: readonly string[]): boolean {
  const wanted = path.toLowerCase();
  return (
    wanted === STANDARD_SITE.path || isReserved(wanted) || otherPaths.some((other) => other.toLowerCase() === wanted)
  );
}
