// Files of parts share the page of their worker: each begins with an empty one, and with modules that nobody used before.
import { configure } from "@testing-library/react";
import { vi } from "vitest";
import { PATIENCE } from "./patience.ts";

vi.resetModules();
document.documentElement.lang = "";
document.body.replaceChildren();
localStorage.clear();
sessionStorage.clear();
// Code that is fetched when it is asked for takes a busy machine more than the library's second.
configure({ asyncUtilTimeout: PATIENCE.timeout });
