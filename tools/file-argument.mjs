// The file that `npm run … -- FILE` names: npm changes the folder, people mean the one that they are in.
import { resolve } from "node:path";

/** Makes the argument absolute, in place. */
export function resolveFileArgument() {
  const from = (process.env.npm_lifecycle_event && process.env.INIT_CWD) || process.cwd();
  if (process.argv[2] !== undefined) process.argv[2] = resolve(from, process.argv[2]);
}
