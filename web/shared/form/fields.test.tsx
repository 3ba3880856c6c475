import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { LanguageContext } from "#shared/ui/language.ts";
import { DateField } from "./date-field.tsx";
import { FileField } from "./file-field.tsx";
import { PasswordField } from "./password-field.tsx";
import { SliderField } from "./slider-field.tsx";
import { NumberField, SelectField, TextArea, TextField } from "./text-field.tsx";
import { TimeField } from "./time-field.tsx";

afterEach(cleanup);

// happy-dom has no top layer; an open dialog is enough for these tests. The journeys use the browser's own.
HTMLElement.prototype.showPopover = function showPopover() {
  this.setAttribute("open", "");
};
// Other test files share the page.
afterAll(() => void Reflect.deleteProperty(HTMLElement.prototype, "showPopover"));

/** Keeps the value of one field, as a form does. */
function Held<Value>({
  start,
  children,
}: {
  start: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}) {
  const [value, set] = useState(start);
  return children(value, set);
}

/** The texts that aria-describedby points to, in order. */
function description(control: HTMLElement): string {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? `no #${id}`).join(" / ");
}

const props = {
  label: "Gata",
  hint: "Utan nummer",
  note: "Valfritt",
  error: "Saknas",
  required: true,
  onChange: () => undefined,
};

test.each([
  ["text", "textbox", <TextField key="f" {...props} value="" />],
  ["area", "textbox", <TextArea key="f" {...props} value="" />],
  ["number", "spinbutton", <NumberField key="f" {...props} value="" />],
  ["select", "combobox", <SelectField key="f" {...props} value="" options={[{ value: "a", label: "A" }]} />],
])("%s: the label is the whole name; message, hint and note describe it", (_kind, role, element) => {
  render(element);
  const control = screen.getByRole(role, { name: "Gata" });
  expect(description(control)).toBe("Saknas / Utan nummer / Valfritt");
  expect(control.getAttribute("aria-invalid")).toBe("true");
  expect(control.getAttribute("aria-required")).toBe("true");
  expect(screen.getByLabelText("Gata")).toBe(control);
});

test("a field without hint and message points to nothing", () => {
  render(<TextField label="Gata" value="" onChange={() => undefined} />);
  const control = screen.getByRole("textbox", { name: "Gata" });
  expect(control.hasAttribute("aria-describedby")).toBe(false);
  expect(control.hasAttribute("aria-invalid")).toBe(false);
});

test("a password can be shown and hidden again, and keeps the typed text", async () => {
  const user = userEvent.setup();
  render(
    <LanguageContext value="en">
      <Held start="">{(value, set) => <PasswordField label="Password" reveal value={value} onChange={set} />}</Held>
    </LanguageContext>,
  );
  const input = screen.getByLabelText<HTMLInputElement>("Password", { exact: true });
  await user.type(input, "hemlig");
  expect(input.type).toBe("password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect([input.type, input.value]).toEqual(["text", "hemlig"]);
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(input.type).toBe("password");
});

test("a password without names for the button has none", () => {
  render(<PasswordField label="Lösenord" value="" onChange={() => undefined} />);
  expect(screen.queryByRole("button")).toBeNull();
});

// Spec 1 §2: Time is chosen
test.each([
  ["930", "09:30"],
  ["25:00", "25:00"],
])("a time typed as %s is %s when the field is left", async (typed, shown) => {
  const user = userEvent.setup();
  render(
    <Held start="">
      {(value, set) => <TimeField label="Starttid" day="2026-11-21" value={value} onChange={set} />}
    </Held>,
  );
  const input = screen.getByRole<HTMLInputElement>("textbox", { name: "Starttid" });
  await user.type(input, typed);
  expect(input.value).toBe(typed);
  await user.tab();
  expect(input.value).toBe(shown);
});

test("a time that comes twice in a night says which of the two is meant, and a press changes to the other", async () => {
  const user = userEvent.setup();
  render(
    <Held start="0230">
      {(value, set) => <TimeField label="Starttid" day="2026-10-25" value={value} onChange={set} />}
    </Held>,
  );
  const input = screen.getByRole<HTMLInputElement>("textbox", { name: "Starttid" });
  expect(screen.getByRole("status").textContent).toContain("02:30 kommer två gånger. Du menar den första (sommartid).");
  await user.click(screen.getByRole("button", { name: "Jag menar den andra" }));
  expect(input.value).toBe("02:30 normaltid");
  expect(screen.getByRole("status").textContent).toContain("Du menar den andra (normaltid).");
  await user.click(screen.getByRole("button", { name: "Jag menar den första" }));
  expect(input.value).toBe("02:30 sommartid");
});

test("typing goes on when the typed time becomes a doubled time", async () => {
  const user = userEvent.setup();
  render(
    <Held start="">
      {(value, set) => <TimeField label="Starttid" day="2026-10-25" value={value} onChange={set} />}
    </Held>,
  );
  await user.click(screen.getByRole("textbox", { name: "Starttid" }));
  await user.keyboard("0230");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Starttid" }).value).toBe("0230");
});

// Spec 1 §2: Time is chosen
test("a date is named by its label and described by the day in words; a day is chosen in the calendar", async () => {
  const user = userEvent.setup();
  render(
    <Held start="2026-11-21">
      {(value, set) => (
        <DateField label="Startdatum" value={value} onChange={set} min="2026-11-10" error="För tidigt" />
      )}
    </Held>,
  );
  const button = screen.getByRole("button", { name: "Startdatum" });
  expect(description(button)).toBe("21 november 2026 / För tidigt");
  await user.click(button);
  const calendar = await screen.findByRole("dialog", { name: "Startdatum" });
  expect(calendar.textContent).toContain("november 2026");
  expect([...calendar.querySelectorAll("th")].map((day) => day.textContent)).toEqual([
    "må",
    "ti",
    "on",
    "to",
    "fr",
    "lö",
    "sö",
  ]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /måndag 9 november/ }).disabled).toBe(true);
  await user.click(screen.getByRole("button", { name: /söndag 22 november/ }));
  expect(description(button)).toContain("22 november 2026");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button);
});

// Spec 1 §2: Time is chosen
test("an optional day can be cleared in the calendar; a required day cannot", async () => {
  const user = userEvent.setup();
  render(
    <>
      <Held start="2026-11-21">
        {(value, set) => <DateField label="Till" clearable value={value} onChange={set} />}
      </Held>
      <DateField label="Från" value="2026-11-21" onChange={() => undefined} />
    </>,
  );
  const button = screen.getByRole("button", { name: "Till" });
  await user.click(button);
  await user.click(await screen.findByRole("button", { name: "Rensa" }));
  expect(description(button)).toBe("Välj datum");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button);

  for (const name of ["Till", "Från"]) {
    // oxlint-disable-next-line no-await-in-loop -- one calendar after the other
    await user.click(screen.getByRole("button", { name }));
    // oxlint-disable-next-line no-await-in-loop
    await screen.findByRole("dialog", { name });
    expect(screen.queryByRole("button", { name: "Rensa" })).toBeNull();
  }
});

test("a calendar closes by Escape, by a press elsewhere and by the field's own button", async () => {
  const user = userEvent.setup();
  render(
    <>
      <p>Elsewhere</p>
      <DateField label="Slutdatum" value="" onChange={() => undefined} />
    </>,
  );
  const button = screen.getByRole("button", { name: "Slutdatum" });
  for (const close of [
    () => user.keyboard("{Escape}"),
    () => user.click(screen.getByText("Elsewhere")),
    () => user.click(button),
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one way after the other
    await user.click(button);
    // oxlint-disable-next-line no-await-in-loop
    await screen.findByRole("dialog");
    // oxlint-disable-next-line no-await-in-loop
    await close();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(button.getAttribute("aria-expanded")).toBe("false");
  }
});

test("a slider gives numbers and shows its number", () => {
  render(
    <Held start={5}>
      {(value, set) => <SliderField label="Betyg" min={1} max={10} value={value} onChange={set} />}
    </Held>,
  );
  const slider = screen.getByRole("slider", { name: "Betyg" });
  fireEvent.change(slider, { target: { value: "8" } });
  expect(screen.getByRole("status").textContent).toBe("8 / 10");
});

test("new files are added to the chosen files, and each can be removed", async () => {
  const user = userEvent.setup();
  const changed = vi.fn<(names: string[]) => void>();
  render(
    <Held<readonly File[]> start={[]}>
      {(value, set) => (
        <FileField
          label="Bilder"
          multiple
          value={value}
          onChange={(files) => {
            changed(files.map((file) => file.name));
            set(files);
          }}
        />
      )}
    </Held>,
  );
  const input = screen.getByLabelText("Bilder", { selector: "input" });
  await user.upload(input, new File(["a"], "a.txt"));
  await user.upload(input, new File(["b"], "b.txt"));
  await user.click(screen.getByRole("button", { name: "Ta bort a.txt" }));
  await waitFor(() => expect(changed.mock.calls).toEqual([[["a.txt"]], [["a.txt", "b.txt"]], [["b.txt"]]]));
});

test("on an English screen a day is chosen in English, and a doubled time is told in English", async () => {
  const user = userEvent.setup();
  render(
    <LanguageContext value="en">
      <Held start="">{(value, set) => <DateField label="Day" value={value} onChange={set} />}</Held>
      <Held start="0230">
        {(value, set) => <TimeField label="From" day="2026-10-25" value={value} onChange={set} />}
      </Held>
    </LanguageContext>,
  );
  expect(screen.getByText("02:30 comes twice that night. You mean the first (sommartid).")).toBeTruthy();
  expect(screen.getByRole("button", { name: "I mean the second" })).toBeTruthy();
  expect(screen.getByText("Choose a day")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Day" }));
  expect((await screen.findByRole("grid")).textContent).toMatch(/^MoTuWe/);
});
