import { expect, test } from "vitest";
import { shellFiles } from "./shell-files.mjs";

const screen = (name: string, more = {}) => ({ file: `${name}.js`, isDynamicEntry: true, ...more });
const attendants = {
  "products/parking/visitor/entrance/project-screen.tsx": screen("project"),
  "products/parking/attendant/login/attendant-login-screen.tsx": screen("login"),
  "products/parking/attendant/list/attendant-dashboard-screen.tsx": screen("list", { dynamicImports: ["dialog.tsx"] }),
  "products/parking/attendant/fines/generate-ticket-screen.tsx": screen("ticket", { imports: ["_shared.js"] }),
  "products/parking/attendant/fines/create-report-screen.tsx": screen("report"),
  "products/parking/attendant/shifts/shift-registration-screen.tsx": screen("shift"),
};
const manifest = {
  "index.html": {
    file: "start.js",
    css: ["start.css"],
    dynamicImports: [...Object.keys(attendants), "products/taxi/screens/chauffeur-login-screen.tsx", "layout.tsx"],
  },
  "layout.tsx": { file: "layout.js" },
  "dialog.tsx": { file: "dialog.js" },
  "_shared.js": { file: "shared.js" },
  "products/taxi/screens/chauffeur-login-screen.tsx": screen("taxi"),
  ...attendants,
};

// Spec 4 §6: The attendant's screens
test("the shell and the attendants' screens with all that they may load, and no other screen", () => {
  const names = ["dialog", "layout", "list", "login", "project", "report", "shared", "shift", "start", "ticket"];
  expect(shellFiles(manifest)).toEqual(new Set([...names.map((name) => `${name}.js`), "start.css"]));
});

test("a screen that has moved is noticed", () => {
  const { "products/parking/attendant/fines/create-report-screen.tsx": _gone, ...rest } = manifest;
  expect(() => shellFiles(rest)).toThrow("not in the manifest");
});
