import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import * as v from "valibot";
import { Form, SubmitButton } from "./form.tsx";
import { TextField } from "./text-field.tsx";
import { SubmitError, useForm } from "./use-form.ts";

afterEach(cleanup);

const schema = v.pipe(
  v.object({
    user: v.pipe(v.string(), v.trim(), v.minLength(3, "Minst 3 tecken")),
    secret: v.pipe(v.string(), v.minLength(6, "Minst 6 tecken")),
  }),
  v.check(({ user, secret }) => user !== secret, "Inte samma"),
);

type Output = v.InferOutput<typeof schema>;

function Login({ onSubmit }: { onSubmit: (values: Output) => unknown }) {
  const form = useForm({
    initial: { user: "", secret: "" },
    schema,
    required: { fields: ["user", "secret"], text: "Fyll i båda" },
    onSubmit,
    failed: (error) => (error instanceof RangeError ? undefined : { text: "Ett fel uppstod", at: "both" }),
  });
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>Logga in</SubmitButton>
          <button type="button" onClick={() => form.reset()}>
            Rensa
          </button>
        </>
      }
    >
      <TextField label="Namn" {...form.field("user")} />
      <TextField label="Kod" {...form.field("secret")} />
    </Form>
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const button = () => screen.getByRole("button", { name: "Logga in" });

function show(onSubmit: (values: Output) => unknown = () => undefined) {
  const save = vi.fn<(values: Output) => unknown>(onSubmit);
  render(<Login onSubmit={save} />);
  return { save, user: userEvent.setup() };
}

test("blank fields: one text for the form, marks on the blank fields, focus on the first of them", async () => {
  const { save, user } = show();
  await user.type(field("Namn"), "nils");
  await user.click(button());
  expect(screen.getByRole("alert").textContent).toBe("Fyll i båda");
  expect(field("Namn").getAttribute("aria-invalid")).toBeNull();
  expect(field("Kod").getAttribute("aria-invalid")).toBe("true");
  expect(field("Kod").getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
  expect(document.activeElement).toBe(field("Kod"));
  expect(save).not.toHaveBeenCalled();
});

test("messages of the schema stand at their field and go when the field is right", async () => {
  const { save, user } = show();
  await user.type(field("Namn"), "ab");
  await user.type(field("Kod"), "123");
  expect(screen.queryByText("Minst 3 tecken")).toBeNull();
  await user.click(button());
  const message = screen.getByText("Minst 3 tecken");
  expect(field("Namn").getAttribute("aria-describedby")).toBe(message.id);
  expect(screen.getByText("Minst 6 tecken")).toBeTruthy();
  expect(document.activeElement).toBe(field("Namn"));
  await user.type(field("Namn"), "c");
  expect(screen.queryByText("Minst 3 tecken")).toBeNull();
  expect(screen.getByText("Minst 6 tecken")).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
});

test("an issue without a field is the form's message", async () => {
  const { user } = show();
  await user.type(field("Namn"), "samma1");
  await user.type(field("Kod"), "samma1");
  await user.click(button());
  expect(screen.getByRole("alert").textContent).toBe("Inte samma");
});

test("a second press during a save does nothing; the schema's output is saved", async () => {
  let finish: (() => void) | undefined;
  const { save, user } = show(() => new Promise<void>((resolve) => (finish = resolve)));
  await user.type(field("Namn"), " nils ");
  await user.type(field("Kod"), "hemlig");
  await user.click(button());
  expect(button().getAttribute("aria-busy")).toBe("true");
  await user.click(button());
  await user.type(field("Kod"), "{Enter}");
  expect(save.mock.calls).toEqual([[{ user: "nils", secret: "hemlig" }]]);
  finish?.();
  await waitFor(() => expect(button().getAttribute("aria-busy")).toBeNull());
});

test("a failed save shows a message, keeps the typed values, and can be tried again", async () => {
  let attempt = 0;
  const { save, user } = show(() => {
    attempt += 1;
    if (attempt === 1) throw new TypeError("no network");
  });
  await user.type(field("Namn"), "nils");
  await user.type(field("Kod"), "hemlig");
  await user.click(button());
  expect(screen.getByRole("alert").textContent).toBe("Ett fel uppstod");
  expect([field("Namn").value, field("Kod").value]).toEqual(["nils", "hemlig"]);
  await user.click(button());
  expect(save).toHaveBeenCalledTimes(2);
  expect(screen.queryByText("Ett fel uppstod")).toBeNull();
});

test("a save that came too often says when to try again, keeps the typed values and marks no field", async () => {
  const { user } = show(() => {
    throw Object.assign(new Error("429"), { retryAfterSeconds: 840 });
  });
  await user.type(field("Namn"), "nils");
  await user.type(field("Kod"), "hemlig");
  await user.click(button());
  expect(screen.getByRole("alert").textContent).toBe("För många försök. Försök igen om 14 minuter.");
  expect([field("Namn").value, field("Kod").value]).toEqual(["nils", "hemlig"]);
  expect(document.querySelector("[data-invalid]")).toBeNull();
});

test("a SubmitError marks the field it names and takes focus there; typing clears it", async () => {
  const { user } = show(() => {
    throw new SubmitError("", { secret: "Redan använd" });
  });
  await user.type(field("Namn"), "nils");
  await user.type(field("Kod"), "hemlig");
  await user.click(button());
  expect(screen.getByText("Redan använd")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field("Kod")));
  await user.type(field("Kod"), "!");
  expect(screen.queryByText("Redan använd")).toBeNull();
});

test("a failure that the screen reports elsewhere shows nothing in the form", async () => {
  const { save, user } = show(() => {
    throw new RangeError("told by a toast");
  });
  await user.type(field("Namn"), "nils");
  await user.type(field("Kod"), "hemlig");
  await user.click(button());
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(screen.getByRole("alert", { hidden: true }).textContent).toBe("");
});

test("reset empties the fields and takes the messages away", async () => {
  const { user } = show();
  await user.type(field("Namn"), "x");
  await user.click(button());
  await user.click(screen.getByRole("button", { name: "Rensa" }));
  expect(field("Namn").value).toBe("");
  expect(screen.queryByText("Fyll i båda")).toBeNull();
});

function Named() {
  const form = useForm({
    initial: { name: "first\nsecond" },
    schema: v.object({ name: v.string() }),
    onSubmit: () => undefined,
    failed: () => undefined,
  });
  return (
    <Form form={form} actions={<output>{JSON.stringify(form.values.name)}</output>}>
      <TextField label="Namn" {...form.field("name")} />
    </Form>
  );
}

test("a stored text with a line break, which a field of one line leaves out, counts as nothing typed", () => {
  render(<Named />);
  expect(field("Namn").value).toBe("firstsecond");
  expect(screen.getByRole("status").textContent).toBe(String.raw`"first\nsecond"`);
});
