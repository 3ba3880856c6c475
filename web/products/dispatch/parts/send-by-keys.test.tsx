import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { sendByKeys } from "./send-by-keys.ts";

// Spec rules §9: `Ctrl+Enter` sends a
test("Ctrl+Enter and ⌘Enter send the form of a long text; Enter alone begins a line", () => {
  const send = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  render(
    <form onSubmit={send}>
      <textarea aria-label="Note" onKeyDown={sendByKeys} />
    </form>,
  );
  const field = screen.getByRole("textbox", { name: "Note" });
  fireEvent.keyDown(field, { key: "Enter" });
  fireEvent.keyDown(field, { key: "a", ctrlKey: true });
  expect(send).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
  expect(send).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(field, { key: "Enter", metaKey: true });
  expect(send).toHaveBeenCalledTimes(2);
});
