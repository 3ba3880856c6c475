import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { FormAndList } from "./form-and-list.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(width: "wide" | "narrow") {
  vi.stubGlobal("matchMedia", () => ({
    matches: width === "wide",
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  render(
    <MemoryRouter>
      <FormAndList
        className=""
        link="Nytt konto"
        form={<input aria-label="Användar-ID" />}
        list={<button type="button">Ta bort vakt01</button>}
      />
    </MemoryRouter>,
  );
  return [screen.getByLabelText("Användar-ID"), screen.getByRole("button")] as const;
}

const isBefore = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

test("at a desk the form comes before the list", () => {
  const [field, row] = show("wide");
  expect(isBefore(field, row)).toBe(true);
  expect(screen.queryByRole("link")).toBeNull();
});

test("in a narrower window the list comes first, below a link that leads into the form", async () => {
  const [field, row] = show("narrow");
  const link = screen.getByRole("link", { name: "Nytt konto" });
  expect(isBefore(link, row) && isBefore(row, field)).toBe(true);
  await userEvent.click(link);
  expect(document.activeElement).toBe(field);
});
