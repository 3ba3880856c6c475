import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Tabs } from "./tabs.tsx";

afterEach(cleanup);

test("what waits behind a tab is described, and is no part of its name", () => {
  const waiting = { count: 4, inWords: "4 skift väntar" };
  render(<Tabs label="Delar" tabs={[{ value: "skift", label: "Skift", content: "Listan", waiting }]} />);
  const tab = screen.getByRole("tab", { name: "Skift" });
  expect(tab.textContent).toBe("Skift4");
  expect(tab.getAttribute("aria-description")).toBe("4 skift väntar");
});
