// Inlined into the prerendered landing page, before first paint: a visitor who is signed in must see no flash of the sign-in. Kept in step
// with web/session/logins/visitor.ts; the landing screen lifts the cover.
try {
  // The installed application starts where this device's role works (web/session/last-place.ts); a tab of a browser does not.
  const place = location.search === "?installed" ? localStorage.getItem("parkering.place") : null;
  if (place !== null && /^\/[^/\\]/.test(place)) {
    document.documentElement.dataset.covered = "";
    location.replace(place);
  }
  if (sessionStorage.getItem("parkering.guest") !== null || localStorage.getItem("parkering.auth") !== null) {
    document.documentElement.dataset.covered = "";
  }
  // Room for the device's receipts, which come with their code; kept in step with web/session/receipts/kept-receipts.ts.
  const receipts = JSON.parse(localStorage.getItem("parkering.receipts") ?? "[]");
  const count = Math.min(20, receipts.filter(({ end }) => Date.parse(end) > Date.now() - 864e5).length);
  if (count > 0) {
    document.documentElement.dataset.receipts = count;
    document.documentElement.style.setProperty("--receipts", count);
  }
} catch {
  // No storage, or a damaged one: nobody is signed in.
}
