import { cleanup, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HoldButton } from "./hold-button.tsx";

beforeEach(() => {
  // The browser's own, which jsdom lacks.
  HTMLElement.prototype.setPointerCapture = vi.fn<(id: number) => void>();
});
afterEach(cleanup);

/** Sends an event of the pointer that happened at this moment of the page, in milliseconds. */
function point(kind: "pointerDown" | "pointerUp", at: number) {
  const button = screen.getByRole("button", { name: "ALARM" });
  const event = createEvent[kind](button, { pointerId: 1 });
  Object.defineProperty(event, "timeStamp", { value: at });
  fireEvent(button, event);
}

function draw() {
  const onHeld = vi.fn<() => void>();
  render(
    <HoldButton hint="Hold for one second" onHeld={onHeld}>
      ALARM
    </HoldButton>,
  );
  return onHeld;
}

// Spec rules §9: A crew's alarm
test.each([
  [999, 0],
  [1000, 1],
])("a press of %i ms acts %i times, also where the page was too busy to count", (held, times) => {
  const onHeld = draw();
  point("pointerDown", 5000);
  point("pointerUp", 5000 + held);
  expect(onHeld).toHaveBeenCalledTimes(times);
});

test("a press acts once, while it is held", () => {
  vi.useFakeTimers();
  const onHeld = draw();
  point("pointerDown", 5000);
  vi.advanceTimersByTime(1000);
  expect(onHeld).toHaveBeenCalledTimes(1);
  point("pointerUp", 6500);
  expect(onHeld).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

// Spec rules §9: A crew's alarm
test("the click of the lift reaches nothing, and the next press everything", () => {
  vi.useFakeTimers();
  draw();
  const pressed = vi.fn<() => void>();
  render(
    <button type="button" onClick={pressed}>
      On scene
    </button>,
  );
  const moved = screen.getByRole("button", { name: "On scene" });
  point("pointerDown", 5000);
  vi.advanceTimersByTime(1000);
  // The button moved beneath the finger meanwhile.
  fireEvent.pointerUp(moved, { pointerId: 1 });
  fireEvent.click(moved);
  expect(pressed).not.toHaveBeenCalled();
  fireEvent.pointerDown(moved, { pointerId: 2 });
  fireEvent.click(moved);
  expect(pressed).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
