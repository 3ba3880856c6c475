// Built files that a device keeps so that it can open the application without a network (document 4 §6): the shell and the attendants'
// screens, with all files that they may load.

/** The attendants' screens, and the screen after a logout. */
const SCREENS = [
  "products/parking/visitor/entrance/project-screen.tsx",
  "products/parking/attendant/login/attendant-login-screen.tsx",
  "products/parking/attendant/list/attendant-dashboard-screen.tsx",
  "products/parking/attendant/fines/generate-ticket-screen.tsx",
  "products/parking/attendant/fines/create-report-screen.tsx",
  "products/parking/attendant/shifts/shift-registration-screen.tsx",
];

const isForeignScreen = (key) => key.endsWith("-screen.tsx") && !SCREENS.includes(key);

/**
 * The files of a front end's manifest (Vite's) that are kept: everything that the start and the attendants' screens reach, at once or
 * later, without the other screens. @throws Error when a screen is not there, so that a moved one is noticed.
 */
export function shellFiles(manifest) {
  const files = new Set();
  const seen = new Set();
  const collect = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`shell-files: ${key} is not in the manifest`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) collect(imported);
    for (const later of chunk.dynamicImports ?? []) if (!isForeignScreen(later)) collect(later);
  };
  for (const key of ["index.html", ...SCREENS]) collect(key);
  return files;
}
