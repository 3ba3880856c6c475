import { keepEntry, readEntry } from "#shared/device-entry.ts";
import { useState } from "react";
import { readablePlate } from "#contract/plate.ts";
import { forgetOwnPlates } from "./own-plates.ts";
import { type Registration, withRegistrationNames } from "./registration.ts";

/** The fields that a device remembers of its last registration: the car and its owner, for people who park daily. */
export const LAST_CAR_FIELDS = [
  "ref_number",
  "car_model",
  "car_color",
  "discord_username",
] as const satisfies readonly (keyof Registration)[];
export type LastCar = Pick<Registration, (typeof LAST_CAR_FIELDS)[number]>;

const KEY = "parkering.last-car";

function readLastCar(): LastCar | undefined {
  const kept = withRegistrationNames(readEntry(KEY) ?? {});
  if (!LAST_CAR_FIELDS.every((name) => typeof kept[name] === "string")) return undefined;
  const car = kept as LastCar;
  return { ...car, ref_number: readablePlate(car.ref_number) };
}

/** Stores the car of a registration for the next one. Without storage nothing is offered. */
export const keepLastCar = (registration: Registration): void =>
  void keepEntry(KEY, Object.fromEntries(LAST_CAR_FIELDS.map((name) => [name, registration[name].trim()])));

/** The last registered car of this device, and a function that deletes it. */
export function useLastCar(): { car: LastCar | undefined; forget: () => void } {
  const [car, setCar] = useState(readLastCar);
  function forget() {
    localStorage.removeItem(KEY);
    forgetOwnPlates();
    setCar(undefined);
  }
  return { car, forget };
}
