// Inlined into every prerendered page, before first paint.
// A press before the page is alive would send the form the browser's own way, and empty it: the page's code alone sends forms.
addEventListener("submit", (event) => event.preventDefault(), true);
// Nor is the press lost: web/shared/use-early-press.ts presses again. It leaves null when the page is alive, and presses work by themselves.
addEventListener(
  "click",
  (event) => {
    // A link that chooses the driver's language leads on before any code has come (web/products/main-site/landing/fine-card.tsx).
    const language = event.target.closest?.("a[data-driver-language]")?.dataset.driverLanguage;
    try {
      if (language !== undefined) localStorage.setItem("parkering.driver-language", language);
    } catch {
      // No storage: the page follows the choice once it is made there.
    }
    if (globalThis.earlyPress !== null) globalThis.earlyPress = event.target.closest?.("button") ?? undefined;
  },
  true,
);
