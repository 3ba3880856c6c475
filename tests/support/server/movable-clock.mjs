// Loaded before the server (`node --import`): at SIGUSR2 its clock is shifted by the milliseconds that the file CLOCK_FILE holds. Timers go
// on unchanged, as they do when a machine's clock is set.
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
