// Test files of one worker share a page. Each file begins with an empty page and with modules that no other file has used. What it began
// does not go on in the next file.
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { PATIENCE } from "#tests/support/run/patience.ts";

vi.resetModules();
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
document.documentElement.lang = "";
document.body.replaceChildren();
// A download of the file before may have left the page at about:blank, from which a path leads nowhere.
(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL("http://localhost:3000/");
localStorage.clear();
sessionStorage.clear();
// Code that is fetched when it is asked for takes a busy machine more than the library's second.
configure({ asyncUtilTimeout: PATIENCE.timeout });

// Components have timers and listeners, which end when the components are taken away. The library does that by itself only where vitest's
// functions are globals.
afterEach(cleanup);
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Code that comes late would run among the next file's modules, or when the worker has ended.
  await vi.dynamicImportSettled();
});
