// Inlined into the driver's prerendered pages, after the Swedish drawing: a driver who chose English on this device sees the English
// drawing from the first paint on. Kept in step with web/products/parking/driver/use-driver-language.ts.
try {
  if (localStorage.getItem("parkering.driver-language") === "en") {
    const english = document.getElementById("drawn-en");
    document.documentElement.lang = "en";
    document.title = english.title;
    document.getElementById("root").replaceChildren(english.content);
  }
} catch {
  // Without storage no language was chosen.
}
