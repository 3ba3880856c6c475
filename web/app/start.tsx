import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import "../styles/app.css";
import { afterPaint } from "#shared/after-paint.ts";
import { Application } from "./application.tsx";
import { addScreens, loadScreens, routes } from "./router.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

const application = <Application router={createBrowserRouter(routes, { patchRoutesOnNavigation: addScreens })} />;
// The landing page comes prerendered (tools/prerender.mjs), every other page empty.
if (root.hasChildNodes()) hydrateRoot(root, application);
else createRoot(root).render(application);

// Where the next screens are is known before somebody opens one: they do where the network is weak.
afterPaint(() => void loadScreens().catch(() => undefined));
