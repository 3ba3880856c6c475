// The file that `npm run … -- FILE` names: npm changes the folder, people mean the one that they are in.
import { resolve } from "node:path";

/** Makes the argument absolute, in place; options and what belongs to `--keep` stay. */
export function resolveFileArgument() {
  const from = (process.env.npm_lifecycle_event && process.env.INIT_CWD) || process.cwd();
  const { argv } = process;
  const at = argv.findIndex((given, index) => index > 1 && !given.startsWith("-") && argv[index - 1] !== "--keep");
  if (at !== -1) argv[at] = resolve(from, argv[at]);
}
