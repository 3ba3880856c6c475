import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { HeldCarNote, useKeptCar } from "./held-car.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Keeper({ name }: { name: string | undefined }) {
  useKeptCar("157715", name, name && "2020-01-01T05:10:00Z");
  return null;
}
const told = () => screen.queryByText(/^Du har Bil 3 sedan 2020-01-01 06:10\. Logga in för att lämna den\.$/);

// Spec 5 §4: A login that
test("the login page of this device says which car its chauffeur has, until they have none", () => {
  render(<Keeper name="Bil 3" />);
  render(<HeldCarNote project="157715" />);
  expect(told()).not.toBeNull();
  cleanup();
  render(<Keeper name={undefined} />);
  render(<HeldCarNote project="157715" />);
  expect(told()).toBeNull();
});

test("another project's login says nothing of it, and a damaged entry is none", () => {
  render(<Keeper name="Bil 3" />);
  render(<HeldCarNote project="norra-kajen" />);
  expect(told()).toBeNull();
  cleanup();
  localStorage.setItem("parkering.taxi.car", '{"project": "157715", "name": 3}');
  render(<HeldCarNote project="157715" />);
  expect(screen.queryByText(/Du har/)).toBeNull();
});
