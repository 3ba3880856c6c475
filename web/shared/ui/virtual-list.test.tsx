import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { VirtualList, type VirtualListProps } from "./virtual-list.tsx";

afterEach(cleanup);

const rows = (count: number) => Array.from({ length: count }, (_, row) => `row ${row}`);

function list(props: Partial<VirtualListProps<string>>) {
  return (
    <MemoryRouter>
      <VirtualList
        label="Parkeringar"
        items={rows(1000)}
        getKey={(row) => row}
        renderItem={(row) => <article>{row}</article>}
        estimateHeight={100}
        {...props}
      />
    </MemoryRouter>
  );
}

test("draws the rows near the window only, and gives each its position and the total", () => {
  render(list({ total: 100_000 }));
  const drawn = screen.getAllByRole("listitem");
  expect(drawn.length).toBeGreaterThan(3);
  // happy-dom measures nothing: rows shrink to the gap of 12 px in a window of 768 px.
  expect(drawn.length).toBeLessThan(100);
  expect(drawn[1]?.getAttribute("aria-posinset")).toBe("2");
  expect(drawn[1]?.getAttribute("aria-setsize")).toBe("100000");
});

test("asks for more once at each end, also when that failed; the button asks again", async () => {
  const onEndReached = vi.fn<() => void>();
  const props = { hasMore: true, onEndReached };
  const { rerender } = render(list({ ...props, items: rows(5) }));
  expect(onEndReached).toHaveBeenCalledTimes(1);
  rerender(list({ ...props, items: rows(5), isLoadingMore: true }));
  rerender(list({ ...props, items: rows(5), moreFailed: "Kunde inte hämta fler" }));
  expect(onEndReached).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole("button", { name: "Försök igen" }));
  expect(onEndReached).toHaveBeenCalledTimes(2);
  rerender(list({ ...props, items: rows(6) }));
  expect(onEndReached).toHaveBeenCalledTimes(3);
});

test("asks for nothing far from the end, or when there is no more", () => {
  const onEndReached = vi.fn<() => void>();
  render(list({ hasMore: true, onEndReached }));
  render(list({ hasMore: false, onEndReached, items: rows(3) }));
  expect(onEndReached).not.toHaveBeenCalled();
});
