// Inlined into every prerendered page, before first paint. Only the page's code sends forms: the browser would send, and empty, a form that
// is pressed before the page is alive.
addEventListener("submit", (event) => event.preventDefault(), true);
// Such a press is noted, and web/shared/use-early-press.ts repeats it. Once the page is alive, that file sets null and nothing is noted.
addEventListener(
  "click",
  (event) => {
    // A link that chooses the driver's language works before any code (web/products/main-site/landing/fine-card.tsx).
    const language = event.target.closest?.("a[data-driver-language]")?.dataset.driverLanguage;
    try {
      if (language !== undefined) localStorage.setItem("parkering.driver-language", language);
    } catch {
      // Without storage the opened page offers the choice again.
    }
    if (globalThis.earlyPress !== null) globalThis.earlyPress = event.target.closest?.("button") ?? undefined;
  },
  true,
);
