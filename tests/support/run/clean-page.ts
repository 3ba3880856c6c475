// Test files of one worker share a page. Each file begins with an empty page and with modules that no other file has used, and its timers
// and listeners end before the next file.
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { PATIENCE } from "#tests/support/run/patience.ts";

vi.resetModules();
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
document.documentElement.lang = "";
document.body.replaceChildren();
// A download in an earlier file may have left the page at about:blank, from where no relative address works.
(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL("http://localhost:3000/");
localStorage.clear();
sessionStorage.clear();
// The library waits one second, which is too short on a busy machine for code that is fetched on demand.
configure({ asyncUtilTimeout: PATIENCE.timeout });

// Components have timers and listeners, which end when the components are removed. The library removes them by itself only where vitest's
// functions are globals.
afterEach(cleanup);
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Code that is still being fetched would run in the next file, or after the worker's end.
  await vi.dynamicImportSettled();
});
