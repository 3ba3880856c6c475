import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { AlarmButtons } from "./alarm-band.tsx";

afterEach(cleanup);

const nothing = () => undefined;

// Spec 5 §3: F9 acknowledges, Ctrl+Z
test("of several alarms the one that F9 acknowledges says so", () => {
  render(
    ["31-1010", "31-1020"].map((unit_number, at) => (
      <AlarmButtons
        key={unit_number}
        alarm={{ unit_number, acknowledged_at: null }}
        hasKey={at === 0}
        isPending={false}
        onAcknowledge={nothing}
        onAsk={nothing}
      />
    )),
  );
  const [first, second] = screen.getAllByRole("button", { name: /^Acknowledge / });
  expect([first?.textContent, first?.getAttribute("aria-keyshortcuts")]).toEqual(["Acknowledge (F9)", "F9"]);
  expect([second?.textContent, second?.getAttribute("aria-keyshortcuts")]).toEqual(["Acknowledge", null]);
});
