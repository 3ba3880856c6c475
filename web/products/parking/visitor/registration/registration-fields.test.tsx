import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { keepLastCar } from "./last-car.ts";
import { LastCarOffer } from "./last-car-offer.tsx";
import { RegistrationFields } from "./registration-fields.tsx";
import { newRegistration, type Registration as Typed, registrationSchema, REQUIRED_FIELDS } from "./registration.ts";
import { useParkingTimes, useSetTimes } from "./use-parking-times.ts";

const NOW = Date.parse("2026-11-18T20:10:00Z");
const at = (time: string) => vi.setSystemTime(`2026-11-${time}+01:00`);
beforeEach(() => void vi.setSystemTime(NOW));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
});

const empty = newRegistration(NOW);

function Registration({ initial = empty, onSubmit }: { initial?: Typed; onSubmit?: (sent: object) => void }) {
  const setTimes = useSetTimes(initial, empty);
  const form = useForm({
    initial,
    schema: registrationSchema(setTimes[0]),
    required: { fields: REQUIRED_FIELDS, text: "Var god fyll i alla fält", each: "Saknas" },
    onSubmit: (sent) => onSubmit?.(sent),
    failed: () => undefined,
  });
  const times = useParkingTimes(form, setTimes);
  return (
    <Form form={form} actions={<SubmitButton form={form}>Registrera parkering</SubmitButton>}>
      <LastCarOffer form={form} />
      <RegistrationFields form={form} times={times} />
    </Form>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
async function type(name: string, value: string) {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), value);
}
const day = (name: string) => screen.getByRole("button", { name }).textContent;
const filled = { ...empty, ref_number: "ABC 123", car_model: "Saab 900", car_color: "Röd", street: "Kajen 1" };

// Spec 4 §5: On the form:
test("chips set the length, and the end is always shown", async () => {
  render(<Registration />);
  expect(screen.getByText("Till 23:10 · 2 h")).toBeTruthy();
  for (const [chip, end, told, total] of [
    ["2 h", "23:10", "Till 23:10 · 2 h", "Sammanlagt 2 timmar"],
    ["4 h", "01:10", "Till i morgon 01:10 · 4 h", "Sammanlagt 4 timmar"],
    ["+30 min", "01:40", "Till i morgon 01:40 · 4 h 30 min", "Sammanlagt 4 timmar och 30 minuter"],
    ["1 h", "22:10", "Till 22:10 · 1 h", "Sammanlagt 1 timme"],
    ["−30 min", "21:40", "Till 21:40 · 30 min", "Sammanlagt 30 minuter"],
    ["−30 min", "21:40", "Till 21:40 · 30 min", "Sammanlagt 30 minuter"],
    ["Till midnatt", "00:00", "Till i morgon 00:00 · 2 h 50 min", "Sammanlagt 2 timmar och 50 minuter"],
  ] as const) {
    await press(chip);
    expect(field("Sluttid").value).toBe(end);
    expect(screen.getByText(told)).toBeTruthy();
    expect(screen.getByText(total)).toBeTruthy();
  }
  expect(screen.queryByRole("button", { name: "Till 18:00" })).toBeNull();
});

test("an end that is being typed is told as it will stand, so that no line breaks when its field is left", async () => {
  render(<Registration initial={newRegistration(Date.now())} />);
  await type("Sluttid", "2330");
  expect(field("Sluttid").value).toBe("2330");
  expect(screen.getByText(/^Till .*23:30/)).toBeTruthy();
});

test("the evening is offered while it lies ahead", async () => {
  at("18T13:00:00");
  render(<Registration initial={newRegistration(Date.now())} />);
  await press("Till 18:00");
  expect(field("Sluttid").value).toBe("18:00");
});

test("untouched times follow the clock, and a chosen length with them", async () => {
  const sent: object[] = [];
  render(<Registration initial={filled} onSubmit={(parking) => sent.push(parking)} />);
  await press("4 h");
  at("19T00:20:00");
  window.dispatchEvent(new Event("focus"));
  expect((await screen.findByText("Till 04:20 · 4 h")).textContent).toBeTruthy();
  expect(field("Starttid").value).toBe("00:20");
  // No event has updated the form before the press, so the form reads the clock when it is sent.
  at("19T02:30:00");
  await press("Registrera parkering");
  expect(sent).toEqual([
    expect.objectContaining({ start_time: "2026-11-19T01:30:00.000Z", end_time: "2026-11-19T05:30:00.000Z" }),
  ]);
});

test("an end in the past is refused with the probably intended time, and one press takes it", async () => {
  const sent: object[] = [];
  render(<Registration initial={filled} onSubmit={(parking) => sent.push(parking)} />);
  await type("Starttid", "0100");
  await type("Sluttid", "0200");
  await press("Registrera parkering");
  expect(screen.getByText("Sluttiden har redan passerat")).toBeTruthy();
  expect(sent).toEqual([]);
  await press("Menar du i morgon 02:00?");
  await press("Registrera parkering");
  expect(sent).toEqual([
    expect.objectContaining({ start_time: "2026-11-19T00:00:00.000Z", end_time: "2026-11-19T01:00:00.000Z" }),
  ]);
});

test("a start that passed while the form was open is asked about", async () => {
  const sent: object[] = [];
  render(<Registration initial={filled} onSubmit={(parking) => sent.push(parking)} />);
  await type("Starttid", "2115");
  await type("Sluttid", "2330");
  at("18T22:40:00");
  await press("Registrera parkering");
  expect(screen.getByText("Starttiden har passerat")).toBeTruthy();
  await press("Ja, från 21:15");
  await press("Registrera parkering");
  expect(sent).toEqual([expect.objectContaining({ start_time: "2026-11-18T20:15:00.000Z" })]);
});

test("a start that was typed in the past is intended", async () => {
  const sent: object[] = [];
  render(<Registration initial={filled} onSubmit={(parking) => sent.push(parking)} />);
  await type("Starttid", "2000");
  await press("Registrera parkering");
  const span = { start_time: "2026-11-18T19:00:00.000Z", end_time: "2026-11-18T22:10:00.000Z" };
  expect(sent).toEqual([expect.objectContaining(span)]);
});

test.each([
  ["2330", "0030", "19 november 2026"],
  ["2330", "2345", "18 november 2026"],
  // A span of more than half a day does not run over midnight: document 1's message is shown.
  ["1200", "1100", "18 november 2026"],
])("from %s to %s ends on the %s", async (start, end, ends) => {
  render(<Registration />);
  await type("Starttid", start);
  await type("Sluttid", end);
  expect(day("Slutdatum")).toBe(ends);
});

test("each missing field says so", async () => {
  render(<Registration />);
  await userEvent.click(screen.getByRole("button", { name: "Registrera parkering" }));
  // Plate, model, colour and street are missing; the times are filled in.
  expect(screen.getAllByText("Saknas")).toHaveLength(4);
  expect(screen.getByRole("alert").textContent).toBe("Var god fyll i alla fält");
  await userEvent.type(field("Gata"), "Kajen 1");
  expect(screen.getAllByText("Saknas")).toHaveLength(3);
});

test("a car stored by an earlier version is offered with all of its fields", async () => {
  const car = { plate: "abc123", carModel: "Saab 900", carColor: "Röd", discord: "åsa#1" };
  localStorage.setItem("parkering.last-car", JSON.stringify(car));
  render(<Registration />);
  await userEvent.click(screen.getByRole("button", { name: "Samma bil: ABC 123" }));
  expect(["Registreringsnummer", "Bilmodell", "Färg", "Discord-användarnamn"].map((name) => field(name).value)).toEqual(
    ["ABC 123", "Saab 900", "Röd", "åsa#1"],
  );
});

// Spec 4 §5: On the form:
test("the last car is offered, taken over and forgotten", async () => {
  keepLastCar({
    ...empty,
    ref_number: " abc123 ",
    car_model: "Saab 900",
    car_color: "Röd",
    discord_username: "åsa#1",
    street: "Kajen 1",
  });
  render(<Registration />);
  const same = { name: "Samma bil: ABC 123" };
  await userEvent.click(screen.getByRole("button", same));
  expect(
    ["Registreringsnummer", "Bilmodell", "Färg", "Discord-användarnamn", "Gata"].map((name) => field(name).value),
  ).toEqual(["ABC 123", "Saab 900", "Röd", "åsa#1", ""]);
  expect(screen.queryByRole("button", same)).toBeNull();
  await userEvent.clear(field("Registreringsnummer"));
  await userEvent.click(screen.getByRole("button", { name: "Glöm bilen" }));
  expect(screen.queryByRole("button", same)).toBeNull();
  expect(localStorage.length).toBe(0);
});
