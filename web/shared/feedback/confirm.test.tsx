import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { ConfirmHost } from "./confirm-host.tsx";
import { confirm } from "./confirm.ts";

afterEach(cleanup);

const question = {
  title: "Ta bort?",
  description: "Det går inte att ångra.",
  confirmText: "Ta bort",
  cancelText: "Avbryt",
};

function Asker({ answers }: { answers: boolean[] }) {
  return (
    <>
      <button type="button" onClick={() => void confirm(question).then((answer) => answers.push(answer))}>
        Fråga
      </button>
      <ConfirmHost />
    </>
  );
}

test.each([
  [
    "the confirming button",
    true,
    (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("button", { name: "Ta bort" })),
  ],
  [
    "cancel",
    false,
    (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("button", { name: "Avbryt" })),
  ],
  ["Escape", false, (user: ReturnType<typeof userEvent.setup>) => user.keyboard("{Escape}")],
])("%s gives %s, closes, and focus goes back", async (_way, expected, press) => {
  const user = userEvent.setup();
  const answers: boolean[] = [];
  render(<Asker answers={answers} />);
  await user.click(screen.getByRole("button", { name: "Fråga" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Ta bort?" });
  expect(document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Det går inte att ångra.",
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Avbryt" })));
  await press(user);
  await waitFor(() => expect(answers).toEqual([expected]));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Fråga" })));
});

test("a new question answers the open question with no", async () => {
  render(<ConfirmHost />);
  const first = confirm(question);
  const second = confirm({ ...question, title: "Och denna?" });
  expect(await first).toBe(false);
  await screen.findByRole("alertdialog", { name: "Och denna?" });
  await userEvent.click(screen.getByRole("button", { name: "Ta bort" }));
  expect(await second).toBe(true);
});
