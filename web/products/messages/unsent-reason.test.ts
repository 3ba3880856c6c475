import { expect, test } from "vitest";
import { messageTexts } from "./message-texts.ts";
import { unsentReason } from "./unsent-reason.ts";

// Spec rules §7: The dead-letter list
test.each([
  ["OFF", "mottagaren är avstängd"],
  ["NO ADDRESS", "det finns ingen adress att skicka till"],
  ["HTTP 404", "webhooken finns inte längre"],
  ["HTTP 429", "Discord tar inte emot så många meddelanden på en gång"],
  ["TIMEOUT", "mottagarens server svarade inte i tid"],
  ["SMTP 550", "mottagarens server tog inte emot det (SMTP 550)"],
  ["ECONNREFUSED", "mottagarens server gick inte att nå (ECONNREFUSED)"],
])("the reason %s has its words", (error, words) => {
  expect(unsentReason(error, messageTexts.sv)).toBe(words);
});
