// Loaded before the server (`node --import`): its wall clock is off by as many milliseconds as the file CLOCK_FILE says at SIGUSR2.
// Timers go on as they do when the clock of a machine is set.
import { readFileSync } from "node:fs";

const RealDate = Date;
let offset = 0;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [RealDate.now() + offset] : given, newTarget),
  apply: () => new RealDate(RealDate.now() + offset).toString(),
  get: (target, name, receiver) =>
    name === "now" ? () => RealDate.now() + offset : Reflect.get(target, name, receiver),
});

process.on("SIGUSR2", () => {
  offset = Number(readFileSync(process.env.CLOCK_FILE, "utf8"));
  process.stdout.write(`clock moved by ${offset}\n`);
});
