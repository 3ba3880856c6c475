import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ParkingFacts, RecipientFacts } from "./case-facts.tsx";

afterEach(cleanup);

test.each([
  [true, "Uppgifterna är gallrade."],
  [false, "Boten rör ingen registrerad parkering."],
])("without a parking an erased case (%s) says: %s", (isErased, told) => {
  render(<ParkingFacts parking={null} isErased={isErased} />);
  expect(document.body.textContent).toContain(told);
});

test.each([
  [true, "Uppgifterna är gallrade."],
  [false, "Ingen mottagare är angiven."],
])("without a recipient an erased case (%s) says: %s", (isErased, told) => {
  render(<RecipientFacts recipients={[]} isErased={isErased} />);
  expect(document.body.textContent).toContain(told);
});
