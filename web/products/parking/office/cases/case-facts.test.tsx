import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ParkingFacts, RecipientFacts } from "./case-facts.tsx";

afterEach(cleanup);

// Spec 4 §5: A case, /{code}/cases/{case_number}:
test.each([
  [true, "Uppgifterna är gallrade."],
  [false, "Boten rör ingen registrerad parkering."],
])("without a parking an erased case (%s) says: %s", (isErased, told) => {
  render(<ParkingFacts parking={null} isErased={isErased} />);
  expect(document.body.textContent).toContain(told);
});

// Spec 4 §5: A case, /{code}/cases/{case_number}:
test.each([
  [true, "Uppgifterna är gallrade."],
  [false, "Ingen mottagare är angiven."],
])("without a recipient an erased case (%s) says: %s", (isErased, told) => {
  render(<RecipientFacts recipients={[]} isErased={isErased} />);
  expect(document.body.textContent).toContain(told);
});
