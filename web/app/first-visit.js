// Inlined into the prerendered forms, logins and listings, after the drawing, which is for devices that hold nothing of the product. Other
// devices (a session, a draft, the last car), and addresses with more parts, get an empty page, as from app.html.
try {
  const known = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  if (location.search !== "" || history.state?.usr || known.some((key) => key.startsWith("parkering."))) {
    document.getElementById("root").replaceChildren();
    delete document.documentElement.dataset.drawn;
  }
} catch {
  // Without storage the device holds nothing of the product.
}
