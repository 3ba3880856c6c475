// The file that `npm run … -- FILE` names. npm changes the folder, and people mean the folder in which they are.
import { resolve } from "node:path";

/** Options whose value is no path. */
const NO_PATHS = ["--keep", "--to", "--database"];

/** Makes the argument absolute, in place, and also the folder of `--erased`; options stay, and the values of those that take no path. */
export function resolveFileArgument() {
  const from = (process.env.npm_lifecycle_event && process.env.INIT_CWD) || process.cwd();
  const { argv } = process;
  const isPath = (given, index) => index > 1 && !given.startsWith("-") && !NO_PATHS.includes(argv[index - 1]);
  for (const [index, given] of argv.entries()) if (isPath(given, index)) argv[index] = resolve(from, given);
}
