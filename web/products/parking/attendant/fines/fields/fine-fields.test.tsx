import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Form } from "#shared/form/form.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { FineFields } from "./fine-fields.tsx";
import { type FineDraft, newFineDraft } from "#parking/kernel/notice/rules/fine-draft.ts";
import type { ViolationChoice } from "#parking/kernel/notice/rules/violation-choices.ts";
import { fineSchema } from "../rules/fine-schema.ts";
import type { LastFine } from "./last-fine.ts";

afterEach(cleanup);

const CHOICES = [
  { value: "overtime", id: null, text: "För länge", amount: 700 },
  { value: "ev", id: null, text: "Utan att ladda", amount: 900 },
];

/** A form whose fine is refused because a reason is missing. */
function Refused({
  draft,
  choices = CHOICES,
  last,
}: {
  draft: FineDraft;
  choices?: ViolationChoice[];
  last?: LastFine;
}) {
  const form = useForm<FineDraft, FineDraft>({
    initial: draft,
    schema: fineSchema,
    onSubmit: () => {
      throw new SubmitError("", { observedReason: "Ange varför observationen började före kontrollen." });
    },
    failed: () => undefined,
  });
  return (
    <Form form={form} actions={<button type="submit">Generera</button>}>
      <FineFields form={form} choices={choices} {...(last && { last })} log={() => undefined} />
    </Form>
  );
}

const folded = () => screen.getByText("Observerad före kontrollen").closest("details");

// Spec 4 §3: fines: kind (ticket
test("the fields of an earlier observation are folded, and open when their reason is missing", async () => {
  render(<Refused draft={{ ...newFineDraft("vakt01", new Date(), "12345674"), violation: "overtime" }} />);
  expect(folded()?.open).toBe(false);
  fireEvent.change(screen.getByLabelText("Observerad från"), { target: { value: "00:00" } });
  fireEvent.click(screen.getByRole("button", { name: "Generera" }));
  expect(await screen.findByText("Ange varför observationen började före kontrollen.")).toBeTruthy();
  expect(folded()?.open).toBe(true);
  // The rarer fields, which a phone folds, are unfolded when one of them is wrong.
  expect(screen.getByRole("button", { name: "Fler uppgifter" }).getAttribute("aria-expanded")).toBe("true");
  const reason = screen.getByLabelText("Varför tidigare");
  expect(reason.getAttribute("aria-invalid")).toBe("true");
});

test("fields with a given observation are open", () => {
  const given = { observedTime: "00:00", observedReason: "Sågs av vakt 2" };
  render(<Refused draft={{ ...newFineDraft("vakt01", new Date(), "12345674"), ...given }} />);
  expect(folded()?.open).toBe(true);
});

const empty = () => newFineDraft("vakt01", new Date(), "12345674");
const tiles = () => screen.getAllByRole<HTMLInputElement>("radio").map(({ value }) => value);

// Spec 4 §5: Fine and report
test("violations are tiles with their amount, the last fine's first, and one sets the amount", () => {
  render(<Refused draft={empty()} last={{ street: "", violation: "Utan att ladda" }} />);
  expect(tiles()).toEqual(["ev", "overtime", "other"]);
  expect(screen.getByText("Samma som förra · 900 kr")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "Utan att ladda" }));
  expect(screen.getByLabelText<HTMLInputElement>("Belopp (kr)").value).toBe("900");
});

test("a site with many violations shows the first, the chosen one, and the rest on a press", () => {
  const choices = Array.from({ length: 9 }, (_, at) => ({
    value: `v${at}`,
    id: `v${at}`,
    text: `Nr ${at}`,
    amount: 700,
  }));
  render(<Refused draft={{ ...empty(), violation: "v8" }} choices={choices} />);
  expect(tiles()).toEqual(["v0", "v1", "v2", "v3", "v4", "v5", "v8"]);
  fireEvent.click(screen.getByRole("button", { name: "Visa alla 10 överträdelser" }));
  expect(tiles()).toHaveLength(10);
});

test("a missing violation is told above the tiles, whose end is out of a phone's sight", async () => {
  render(<Refused draft={empty()} />);
  fireEvent.click(screen.getByRole("button", { name: "Generera" }));
  const told = await screen.findByText("Välj en överträdelse");
  const group = screen.getByRole("radiogroup", { name: "Överträdelse" });
  expect(told.compareDocumentPosition(group) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect(document.getElementById(group.getAttribute("aria-describedby") ?? "")?.textContent).toBe(told.textContent);
});
