import { expect, test } from "vitest";
import { swishPayment } from "./swish-payment.ts";

const found = {
  payment_methods: [
    { kind: "bankgiro", value: "123-4567" },
    { kind: "swish", value: "123 456 78 90" },
  ],
  case_number: "12345674",
  left_ore: 70_050,
} satisfies Parameters<typeof swishPayment>[0];

// Spec 4 §5: Driver, Swedish with
test("Swish gets payee, amount and the case number as its message, in the link and in the code", () => {
  const { link, code } = swishPayment(found) ?? { link: "", code: "" };
  const { origin, pathname, searchParams } = new URL(link);
  expect(origin + pathname).toBe("https://app.swish.nu/1/p/sw/");
  expect(Object.fromEntries(searchParams)).toEqual({
    sw: "1234567890",
    amt: "700.50",
    cur: "SEK",
    msg: "12345674",
    src: "url",
  });
  expect(code).toBe("C1234567890;700,50;12345674;0");
});

test.each([
  ["070-123 45 67", "46701234567"],
  ["+46 70 123 45 67", "46701234567"],
  ["0046701234567", "46701234567"],
  ["1231231231", "1231231231"],
  ["123 12 31", undefined],
  ["5555-5555", undefined],
  ["swish@hamnen.example", undefined],
])("the number %j goes to Swish as %s", (value, payee) => {
  const paid = swishPayment({ ...found, payment_methods: [{ kind: "swish", value }] });
  expect(paid?.code.slice(1).split(";")[0]).toBe(payee);
});

test.each([
  ["without a number for Swish", { payment_methods: found.payment_methods.slice(0, 1) }],
  ["with nothing left to pay", { left_ore: 0 }],
])("there is none %s", (_what, changes) => {
  expect(swishPayment({ ...found, ...changes })).toBeUndefined();
});
