// Inlined into the prerendered forms, logins and listings, after the drawing. The drawing is for a person whose device holds nothing of the
// product. On any other device (with a session, a draft, the last car), and for an address with further parts, the drawing is removed, and
// the page comes empty as app.html does.
try {
  const known = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  if (location.search !== "" || history.state?.usr || known.some((key) => key.startsWith("parkering."))) {
    document.getElementById("root").replaceChildren();
    delete document.documentElement.dataset.drawn;
  }
} catch {
  // Without storage the device holds nothing of the product.
}
