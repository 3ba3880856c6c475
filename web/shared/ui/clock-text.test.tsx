import { act, cleanup, render, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useClockText } from "./clock-text.ts";

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Minutes({ after }: { after: number }) {
  return <p>{useClockText((now) => `${after + Math.floor(now / 60_000)} min`)}</p>;
}
const pass = (seconds: number) => {
  act(() => {
    vi.advanceTimersByTime(seconds * 1000);
  });
};

test("texts follow the clock on one timer, and are drawn again only when their words change", () => {
  const drawn = vi.fn<() => void>();
  const { unmount } = render(
    <Profiler id="both" onRender={drawn}>
      <Minutes after={0} />
      <Minutes after={7} />
    </Profiler>,
  );
  expect(vi.getTimerCount()).toBe(1);
  drawn.mockClear();
  pass(55);
  expect(drawn).not.toHaveBeenCalled();
  pass(10);
  expect(screen.getByText("1 min")).toBeDefined();
  expect(screen.getByText("8 min")).toBeDefined();
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test("a window that slept shows the right texts when it is visible again", () => {
  render(<Minutes after={0} />);
  vi.setSystemTime(600_000);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(screen.getByText("10 min")).toBeDefined();
});
