import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { keepLastCar } from "./last-car.ts";
import { LastCarOffer } from "./last-car-offer.tsx";
import { RegistrationFields } from "./registration-fields.tsx";
import { newRegistration, registrationSchema, REQUIRED_FIELDS } from "./registration.ts";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const empty = newRegistration(Date.parse("2026-11-18T20:10:00Z"));

function Registration() {
  const form = useForm({
    initial: empty,
    schema: registrationSchema,
    required: { fields: REQUIRED_FIELDS, text: "Var god fyll i alla fält", each: "Saknas" },
    onSubmit: () => undefined,
    failed: () => undefined,
  });
  return (
    <Form form={form} actions={<SubmitButton form={form}>Registrera parkering</SubmitButton>}>
      <LastCarOffer form={form} />
      <RegistrationFields form={form} />
    </Form>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test("chips make the end later, and the total is said in words", async () => {
  render(<Registration />);
  expect(screen.getByText("Sammanlagt 2 timmar")).toBeTruthy();
  for (const [chip, end, total] of [
    ["+30 min", "23:40", "Sammanlagt 2 timmar och 30 minuter"],
    ["+4 h", "03:40", "Sammanlagt 6 timmar och 30 minuter"],
    ["Till midnatt", "00:00", "Sammanlagt 2 timmar och 50 minuter"],
  ] as const) {
    await userEvent.click(screen.getByRole("button", { name: chip }));
    expect(field("Sluttid").value).toBe(end);
    expect(screen.getByText(total)).toBeTruthy();
  }
});

test("what is missing is said at each field", async () => {
  render(<Registration />);
  await userEvent.click(screen.getByRole("button", { name: "Registrera parkering" }));
  // Plate, model, colour and street; the times are there.
  expect(screen.getAllByText("Saknas")).toHaveLength(4);
  expect(screen.getByRole("alert").textContent).toBe("Var god fyll i alla fält");
  await userEvent.type(field("Gata"), "Kajen 1");
  expect(screen.getAllByText("Saknas")).toHaveLength(3);
});

test("a car that an earlier version kept is offered with all of its fields", async () => {
  const car = { plate: "abc123", carModel: "Saab 900", carColor: "Röd", discord: "åsa#1" };
  localStorage.setItem("parkering.last-car", JSON.stringify(car));
  render(<Registration />);
  await userEvent.click(screen.getByRole("button", { name: "Samma bil: ABC 123" }));
  expect(["Registreringsnummer", "Bilmodell", "Färg", "Discord-användarnamn"].map((name) => field(name).value)).toEqual(
    ["ABC 123", "Saab 900", "Röd", "åsa#1"],
  );
});

test("the car of last time is offered, taken over and forgotten", async () => {
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
