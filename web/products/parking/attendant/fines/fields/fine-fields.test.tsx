import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Form } from "#shared/form/form.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { FineFields } from "./fine-fields.tsx";
import { type FineDraft, newFineDraft } from "#parking/kernel/notice/rules/fine-draft.ts";
import { fineSchema } from "../rules/fine-schema.ts";

afterEach(cleanup);

const CHOICES = [{ value: "overtime", id: null, text: "För länge", amount: 700 }];

/** A form whose fine is refused because a reason is missing. */
function Refused({ draft }: { draft: FineDraft }) {
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
      <FineFields form={form} choices={CHOICES} log={() => undefined} />
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
  const reason = screen.getByLabelText("Varför tidigare");
  expect(reason.getAttribute("aria-invalid")).toBe("true");
});

test("fields with a given observation are open", () => {
  const given = { observedTime: "00:00", observedReason: "Sågs av vakt 2" };
  render(<Refused draft={{ ...newFineDraft("vakt01", new Date(), "12345674"), ...given }} />);
  expect(folded()?.open).toBe(true);
});
