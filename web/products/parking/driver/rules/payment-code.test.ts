import { expect, test } from "vitest";
import { paymentCode } from "./payment-code.ts";

const found = {
  payment_methods: [
    { kind: "swish", value: "123 456 78 90" },
    { kind: "bankgiro", value: " 123-4567 ", text: "Klientmedel" },
  ],
  issuer_name: "Parkering i Hamnen AB",
  org_number: "556000-0001",
  case_number: "12345674",
  // In the company's zone this is the next day.
  issued_at: "2026-11-21T23:30:00Z",
  due_date: "2026-12-05",
  left_ore: 70_050,
} satisfies Parameters<typeof paymentCode>[0];

// Spec 4 §5: Driver, Swedish with
test("a site with a bankgiro gets an invoice QR code that bank apps can read", () => {
  expect(JSON.parse(paymentCode(found) ?? "")).toEqual({
    uqr: 1,
    tp: 1,
    nme: "Parkering i Hamnen AB",
    cid: "556000-0001",
    iref: "12345674",
    idt: "20261122",
    ddt: "20261205",
    due: 700.5,
    cur: "SEK",
    pt: "BG",
    acc: "123-4567",
  });
});

test("a site without a bankgiro is paid to its plusgiro; a bankgiro goes before it", () => {
  const plusgiro = { kind: "plusgiro", value: "12 34 56-7" } as const;
  expect(JSON.parse(paymentCode({ ...found, payment_methods: [plusgiro] }) ?? "")).toMatchObject({
    pt: "PG",
    acc: "12 34 56-7",
  });
  const both = { ...found, payment_methods: [plusgiro, ...found.payment_methods] };
  expect(JSON.parse(paymentCode(both) ?? "")).toMatchObject({ pt: "BG", acc: "123-4567" });
});

test.each([
  ["without a giro account", { payment_methods: found.payment_methods.slice(0, 1) }],
  ["with nothing left to pay", { left_ore: 0 }],
])("there is none %s", (_what, changes) => {
  expect(paymentCode({ ...found, ...changes })).toBeUndefined();
});
