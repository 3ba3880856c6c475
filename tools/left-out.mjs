// Parts that `npm run test:all` leaves out because the machine lacks something: told where it happens, and summed up at the end
// (tools/check.mjs).
import { appendFileSync, readFileSync } from "node:fs";

/** Exit code of a step that could ask nothing at all. */
export const LEFT_OUT = 77;

/** Variable that names the file in which the steps of a run note the parts that they leave out. */
export const LEFT_OUT_FILE = "LEFT_OUT_FILE";

/** Notes a part that is left out, and the reason. */
export function leaveOut(what) {
  console.log(`Left out: ${what}`);
  const file = process.env[LEFT_OUT_FILE];
  if (file !== undefined) appendFileSync(file, `${what}\n`);
}

/** Everything that was left out so far, a line each. */
export const allLeftOut = (file) => readFileSync(file, "utf8").split("\n").slice(0, -1);
