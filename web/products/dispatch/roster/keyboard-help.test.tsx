import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { useRosterKeys } from "./use-roster-keys.ts";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Roster({ onNew, onEdit }: { onNew: () => void; onEdit: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  const { handleKey } = useRosterKeys(list, onNew, () => undefined);
  return (
    <div ref={list}>
      <KeyboardHelp />
      <div data-unit="a">
        <button type="button" data-action="edit" onKeyDown={handleKey} onClick={onEdit}>
          Edit
        </button>
      </div>
    </div>
  );
}

// Spec 5 §3: Today's keys stay,
test("each key of one letter is switched off alone, and on again", () => {
  const [onNew, onEdit] = [vi.fn<() => void>(), vi.fn<() => void>()];
  render(<Roster onNew={onNew} onEdit={onEdit} />);
  const press = () => {
    for (const key of ["n", "e"]) fireEvent.keyDown(screen.getByRole("button", { name: "Edit" }), { key });
    return [onNew.mock.calls.length, onEdit.mock.calls.length];
  };
  expect(press()).toEqual([1, 1]);
  const [newUnit, ...others] = screen.getAllByRole("checkbox", { name: /new unit|edit/, hidden: true }).toReversed();
  fireEvent.click(newUnit as HTMLElement);
  expect(press()).toEqual([1, 2]);
  fireEvent.click(newUnit as HTMLElement);
  fireEvent.click(others[0] as HTMLElement);
  expect(press()).toEqual([2, 2]);
  expect(screen.getAllByRole("checkbox", { hidden: true })).toHaveLength(8);
});
