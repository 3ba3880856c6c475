import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import "../styles/app.css";
import { afterPaint } from "#shared/after-paint.ts";
import { PATTERNS } from "#shared/paths.ts";
import { Application } from "./application.tsx";
import { addScreens, loadScreens, routes, routesOfDrawn } from "./router.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

type Routes = Parameters<typeof createBrowserRouter>;

const application = (...routing: Routes) => <Application router={createBrowserRouter(...routing)} />;
const withoutScreens = () => application(routes, { patchRoutesOnNavigation: addScreens });

// Some pages come drawn (tools/prerender.mjs), every other one empty. Of the drawn ones the landing page's screen alone is here already.
if (!root.hasChildNodes()) createRoot(root).render(withoutScreens());
else if (location.pathname === PATTERNS.landing) hydrateRoot(root, withoutScreens());
else
  routesOfDrawn(location.pathname).then(
    (all) => hydrateRoot(root, application(all)),
    // Drawn anew, it says itself that its code did not come.
    () => createRoot(root).render(withoutScreens()),
  );

// Where the next screens are is known before somebody opens one: they do where the network is weak.
afterPaint(() => void loadScreens().catch(() => undefined));
