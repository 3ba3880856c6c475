// Presses on a drawn page, before its code has come.
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { FineCard } from "#products/main-site/landing/fine-card.tsx";
import { readDriverLanguage } from "#session/cases/driver-language.ts";
import early from "./early.js?raw";

afterEach(() => localStorage.clear());

// Spec 4 §5: Driver, Swedish with
test("English that is chosen before the landing page is alive is chosen", () => {
  // The listeners of the script end with this page.
  const page = document.createElement("div");
  page.innerHTML = renderToStaticMarkup(
    <MemoryRouter>
      <FineCard />
    </MemoryRouter>,
  );
  // oxlint-disable-next-line typescript/no-implied-eval -- the page has it as an inline script
  new Function("addEventListener", early)(page.addEventListener.bind(page));
  page.querySelector<HTMLElement>('a[lang="en"]')!.click();
  expect(readDriverLanguage()).toBe("en");
});
