import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import "../styles/app.css";
import { afterPaint } from "#shared/after-paint.ts";
import { setDrawn } from "#shared/first-now.ts";
import { PATTERNS } from "#shared/paths.ts";
import { Application } from "./application.tsx";
import { TakenOver } from "./taken-over.tsx";
import { addScreens, loadScreens, routes, routesOfDrawn } from "./router.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

type Routes = Parameters<typeof createBrowserRouter>;

const application = (...routing: Routes) => <Application router={createBrowserRouter(...routing)} />;
const withoutScreens = () => application(routes, { patchRoutesOnNavigation: addScreens });

// Some pages are prerendered (tools/prerender.mjs), the others come empty. Only the landing page's screen is in this first code.
if (!root.hasChildNodes()) createRoot(root).render(withoutScreens());
else if (location.pathname === PATTERNS.landing) hydrateRoot(root, withoutScreens());
else
  routesOfDrawn(location.pathname).then(
    (all) => {
      setDrawn(true);
      hydrateRoot(root, <TakenOver>{application(all)}</TakenOver>);
    },
    // The code did not load: a fresh drawing says so itself.
    () => {
      delete document.documentElement.dataset["drawn"];
      createRoot(root).render(withoutScreens());
    },
  );

// The table of screens loads before a person opens one, because that may happen where the network is weak.
afterPaint(() => void loadScreens().catch(() => undefined));
