import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Button } from "./button.tsx";

afterEach(cleanup);

test("a pending button keeps name and focus, says that it is busy, and ignores presses", async () => {
  const press = vi.fn<() => void>();
  const send = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  render(
    <form ref={(form) => form?.addEventListener("submit", send)}>
      <Button type="submit" pending onClick={press}>
        Spara
      </Button>
    </form>,
  );
  const button = screen.getByRole("button", { name: "Spara" });
  await userEvent.click(button);
  expect([button.getAttribute("aria-busy"), button.getAttribute("aria-disabled")]).toEqual(["true", "true"]);
  expect(document.activeElement).toBe(button);
  expect(press).not.toHaveBeenCalled();
  expect(send).not.toHaveBeenCalled();
});
