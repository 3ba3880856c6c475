// Inlined into the prerendered landing page, before first paint: whoever is in already must not see a flash of the sign-in.
// Kept in step with web/session/logins/visitor.ts; the landing screen lifts the cover.
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
} catch {
  // No storage: nobody is in.
}
