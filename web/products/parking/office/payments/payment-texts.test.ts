import { expect, test } from "vitest";
import { paymentTexts } from "./payment-texts.ts";

test("the company is told of its sites, and a site that the number may be another's", () => {
  const { because } = paymentTexts.unknown;
  expect(because("not-here", "company")).toBe("Numret i referensen är inget ärende på företagets platser.");
  expect(because("not-here", "ostra-hamnen")).toMatch(/på den här platsen. Det kan höra till en annan plats/);
  expect(because("several", "company")).toBe("Referensen har flera ärendenummer.");
});
