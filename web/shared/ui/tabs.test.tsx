import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Tabs } from "./tabs.tsx";

afterEach(cleanup);

// Spec rules §14: Tabs say how
test("the count of waiting things describes a tab, and is no part of its name", () => {
  const count = { count: 12, inWords: "12 aktiva parkeringar" };
  const waiting = { count: 4, inWords: "4 skift väntar" };
  render(
    <Tabs
      label="Delar"
      tabs={[
        { value: "skift", label: "Skift", content: "Listan", waiting },
        { value: "parkeringar", label: "Parkeringar", content: "Alla", count },
      ]}
    />,
  );
  const counted = screen.getByRole("tab", { name: "Parkeringar" });
  expect(counted.textContent).toBe("Parkeringar12");
  expect(counted.getAttribute("aria-description")).toBe("12 aktiva parkeringar");
  const tab = screen.getByRole("tab", { name: "Skift" });
  expect(tab.textContent).toBe("Skift4");
  expect(tab.getAttribute("aria-description")).toBe("4 skift väntar");
});

// Spec rules §14: Tabs say how
test("a pressed tab shows no ring until a key is pressed", () => {
  render(<Tabs label="Delar" tabs={[{ value: "skift", label: "Skift", content: "Listan" }]} />);
  const tab = screen.getByRole("tab");
  fireEvent.pointerDown(tab);
  expect(tab.style.outlineColor).toBe("transparent");
  fireEvent.keyDown(tab, { key: "ArrowRight" });
  expect(tab.style.outlineColor).toBe("");
});

test("a tab that a finger only touched has its ring when the Tab key brings the focus", async () => {
  render(<Tabs label="Delar" tabs={[{ value: "skift", label: "Skift", content: "Listan" }]} />);
  const tab = screen.getByRole("tab");
  fireEvent.pointerDown(tab);
  await userEvent.tab();
  expect(document.activeElement).toBe(tab);
  expect(tab.style.outlineColor).toBe("");
});

test("an upright row stands where it is laid, and is walked by the arrows up and down", async () => {
  render(
    <Tabs
      label="Delar"
      value="a"
      isUpright
      tabs={["a", "b"].map((value) => ({ value, label: value, content: `Del ${value}` }))}
      renderLayout={(row, panel) => (
        <>
          <main>{panel}</main>
          <nav>{row}</nav>
        </>
      )}
    />,
  );
  expect(screen.getByRole("main").textContent).toBe("Del a");
  expect(screen.getByRole("navigation").textContent).toBe("ab");
  expect(screen.getByRole("tablist").getAttribute("aria-orientation")).toBe("vertical");
  act(() => screen.getByRole("tab", { name: "a" }).focus());
  await userEvent.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe("b");
});

const focus = (name: string) => fireEvent.focus(screen.getByRole("tab", { name }));

test("a parent that keeps the open tab may follow late: it hears of each change, also of a return to the tab that it still shows", () => {
  const onChange = vi.fn<(value: string) => void>();
  const tabs = ["a", "b"].map((value) => ({ value, label: value, content: value }));
  render(<Tabs label="Delar" value="b" onChange={onChange} tabs={tabs} />);
  focus("b");
  expect(onChange).not.toHaveBeenCalled();
  focus("a");
  focus("b");
  focus("b");
  expect(onChange.mock.calls).toEqual([["a"], ["b"]]);
});

test("a tab that the address opens is scrolled into its row", () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  const tabs = ["a", "b"].map((value) => ({ value, label: value, content: value }));
  render(<Tabs label="Delar" value="b" tabs={tabs} isScrolled />);
  expect(scrolled.mock.contexts.map((tab) => (tab as Element).textContent)).toEqual(["b"]);
  scrolled.mockRestore();
});
