// Inlined into the driver's prerendered pages, after the Swedish drawing: shows the English one from the first paint on, if the driver
// chose English. Kept in step with web/products/parking/driver/use-driver-language.ts.
try {
  if (localStorage.getItem("parkering.driver-language") === "en") {
    const english = document.getElementById("drawn-en");
    document.documentElement.lang = "en";
    document.title = english.title;
    document.getElementById("root").replaceChildren(english.content);
  }
} catch {
  // Without storage nothing was chosen.
}
