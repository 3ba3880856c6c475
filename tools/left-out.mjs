// Parts that `npm run test:all` leaves out because the machine lacks something: told where it happens, and summed up at the end
// (tools/check.mjs).
import { appendFileSync, readFileSync } from "node:fs";

/** How a step ends that could ask nothing at all. */
export const LEFT_OUT = 77;

/** The variable that names the file in which a run of steps keeps what they leave out. */
export const LEFT_OUT_FILE = "LEFT_OUT_FILE";

/** Tells what is left out, and for want of what. */
export function leaveOut(what) {
  console.log(`Left out: ${what}`);
  const file = process.env[LEFT_OUT_FILE];
  if (file !== undefined) appendFileSync(file, `${what}\n`);
}

/** Everything that was left out so far, a line each. */
export const allLeftOut = (file) => readFileSync(file, "utf8").split("\n").slice(0, -1);
