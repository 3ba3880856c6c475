import { expect, test } from "vitest";
import { drawnPage } from "./drawn-pages.ts";

test.each([
  ["/case", "/case.html"],
  ["/Case/", "/case.html"],
  ["/case/AbCdEf", "/case-of-key.html"],
  ["/receipt/AbCdEfGhIjKlMnOpQrStUv", "/receipt.html"],
  ["/receipt/AbCdEf", undefined],
  ["/ostra-hamnen/start-parking", "/site-start-parking.html"],
  ["/standard/start-parking/", "/site-start-parking.html"],
  ["/start-parking", "/start-parking.html"],
  ["/ostra-hamnen/attendant-login", "/site-attendant-login.html"],
  ["/ostra-hamnen/admin-login", "/site-admin-login.html"],
  ["/admin-login", "/admin-login.html"],
  ["/157715/chauffeur-login", "/chauffeur-login.html"],
  ["/operator-login", "/operator-login.html"],
  ["/ase/employee-login", "/employee-login.html"],
  ["/ASE/admin", "/ambulance-admin-login.html"],
  ["/login", "/login.html"],
  ["/auth", "/auth.html"],
  ["/ystad", "/listings.html"],
  ["/ASE", "/ambulance.html"],
  ["/721075", "/dispatch.html"],
  // The login of the standard site shows the site's name at once, before anything is read, so no drawn page fits it.
  ["/standard/attendant-login", undefined],
  // A code with capitals leads to the site's own spelling.
  ["/Ostra-Hamnen/start-parking", undefined],
  // Codes of other products have no pages of parking.
  ["/721075/start-parking", undefined],
  ["/157715/attendant-login", undefined],
  ["/ostra-hamnen", undefined],
  ["/ostra-hamnen/chauffeur-login", undefined],
  ["/ostra-hamnen/attendant-dashboard", undefined],
  ["/ostra-hamnen/x/start-parking", undefined],
])("%s starts from %s", (path, page) => {
  expect(drawnPage(path)).toBe(page);
});
