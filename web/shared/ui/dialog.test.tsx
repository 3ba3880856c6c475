import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { Dialog } from "./dialog.tsx";

afterEach(cleanup);

/** A page with a line beside it, which `F2` would open, and a question over it. */
function Page() {
  const [isLineOpen, setLineOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Ask
      </button>
      <button type="button" onClick={() => setLineOpen(true)}>
        Open line
      </button>
      <Dialog open={isAsking} onOpenChange={setAsking} title="Question" description="One question.">
        <button type="button" onClick={() => (setAsking(false), setLineOpen(true))}>
          No, and open line
        </button>
      </Dialog>
      <Dialog open={isLineOpen} onOpenChange={setLineOpen} title="Line" description="One line." beside>
        <input aria-label="Line" />
      </Dialog>
    </>
  );
}

// Spec 5 §3: Keyboard: F2 opens
test("a dialog beside the page stays while an answer moves the focus, and a press on the page closes it", async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole("button", { name: "Open line" }));
  await user.type(screen.getByRole("textbox", { name: "Line" }), "1010 b");
  screen.getByRole("button", { name: "Ask" }).focus();
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Line" }).value).toBe("1010 b");
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Line" })).toBeNull());
});

test("a dialog that closes does not take the focus from one that opened meanwhile", async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await user.click(screen.getByRole("button", { name: "No, and open line" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Question" })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Line" })));
});
