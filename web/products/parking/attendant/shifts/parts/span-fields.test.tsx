import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useForm } from "#shared/form/use-form.ts";
import { newShiftDraft, shiftDraftSchema } from "../rules/shift-draft.ts";
import { SpanFields } from "./span-fields.tsx";

const now = Date.parse("2026-11-18T16:05:00Z");
beforeEach(() => void vi.useFakeTimers({ now, toFake: ["Date"] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Shift() {
  const form = useForm({
    initial: newShiftDraft(now),
    schema: shiftDraftSchema,
    onSubmit: () => undefined,
    failed: () => undefined,
  });
  return <SpanFields form={form} />;
}

const time = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const chip = (group: string, name: string) =>
  userEvent.click(within(screen.getByRole("group", { name: group })).getByRole("button", { name }));

test("a press fills in the times of a shift, and its length is shown", async () => {
  render(<Shift />);
  await chip("Slut", "8 h");
  expect(time("Sluttid").value).toBe("");
  await userEvent.type(time("Starttid"), "08:30");
  await chip("Slut", "8 h");
  expect(time("Sluttid").value).toBe("16:30");
  expect(screen.getByText("Längd 8 timmar")).toBeTruthy();
  await chip("Slut", "Nu");
  expect(time("Sluttid").value).toBe("17:05");
  expect(screen.getByText("Längd 8 timmar och 35 minuter")).toBeTruthy();
  await chip("Start", "Nu");
  expect(time("Starttid").value).toBe("17:05");
  expect(screen.queryByText(/^Längd/)).toBeNull();
});
