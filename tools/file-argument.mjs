// The file that `npm run … -- FILE` names: npm changes the folder, people mean the one that they are in.
import { resolve } from "node:path";

/** Makes the argument absolute, in place, and the folder of `--erased`; options and what belongs to `--keep` stay. */
export function resolveFileArgument() {
  const from = (process.env.npm_lifecycle_event && process.env.INIT_CWD) || process.cwd();
  const { argv } = process;
  const isPath = (given, index) => index > 1 && !given.startsWith("-") && argv[index - 1] !== "--keep";
  for (const [index, given] of argv.entries()) if (isPath(given, index)) argv[index] = resolve(from, given);
}
