// Files of parts share the page of their worker: each begins with an empty one, and with modules that nobody used before. What it began
// itself does not go on in the next one.
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { PATIENCE } from "./patience.ts";

vi.resetModules();
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
document.documentElement.lang = "";
document.body.replaceChildren();
history.replaceState(null, "", "/");
localStorage.clear();
sessionStorage.clear();
// Code that is fetched when it is asked for takes a busy machine more than the library's second.
configure({ asyncUtilTimeout: PATIENCE.timeout });

// What is drawn has timers and listeners, which go with it: the library takes it away by itself only where tests are globals.
afterEach(cleanup);
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Code that comes late would run among the next file's modules, or when the worker has ended.
  await vi.dynamicImportSettled();
});
