// Inlined into every prerendered page, before first paint. The browser itself sends no form here: a press before the page is alive would
// send the form the browser's own way, and empty it. The page's code alone sends forms.
addEventListener("submit", (event) => event.preventDefault(), true);
// A press before the page is alive is noted, and web/shared/use-early-press.ts repeats it. That file sets `earlyPress` to null once the
// page is alive, and then nothing is noted any more.
addEventListener(
  "click",
  (event) => {
    // A link that chooses the driver's language works before any code has come (web/products/main-site/landing/fine-card.tsx).
    const language = event.target.closest?.("a[data-driver-language]")?.dataset.driverLanguage;
    try {
      if (language !== undefined) localStorage.setItem("parkering.driver-language", language);
    } catch {
      // Without storage the choice is lost here, and the opened page offers it again.
    }
    if (globalThis.earlyPress !== null) globalThis.earlyPress = event.target.closest?.("button") ?? undefined;
  },
  true,
);
