// Inlined into the prerendered forms, logins and listings, after the drawing: it is what somebody sees whose device holds nothing of the
// product. For anybody else (a session, a draft, the last car) and for an address that says more, the page comes empty, as app.html does.
try {
  const known = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  if (location.search !== "" || history.state?.usr || known.some((key) => key.startsWith("parkering."))) {
    document.getElementById("root").replaceChildren();
    delete document.documentElement.dataset.drawn;
  }
} catch {
  // No storage: the device holds nothing.
}
