import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import "../styles/app.css";
import { Application } from "./application.tsx";
import { routes } from "./router.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

const application = <Application router={createBrowserRouter(routes)} />;
// The landing page comes prerendered (tools/prerender.mjs), every other page empty.
if (root.hasChildNodes()) hydrateRoot(root, application);
else createRoot(root).render(application);
