// Loaded before the server (`node --import`): at SIGUSR2 the server collects its garbage. Memory that it holds afterwards is in use, or
// leaks.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", () => {
  collect();
  process.stdout.write("collected\n");
});
