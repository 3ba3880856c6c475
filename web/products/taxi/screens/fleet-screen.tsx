import type { ComponentType } from "react";
import { useLocation, useParams } from "react-router";
import { NotFound } from "#shared/ui/not-found.tsx";
import { CarScreen } from "./car-screen.tsx";
import { CarsScreen } from "./cars-screen.tsx";
import { DayScreen } from "./day-screen.tsx";
import { HoursScreen } from "./hours-screen.tsx";
import { TaxiSettingsScreen } from "./taxi-settings-screen.tsx";

const PAGES: Readonly<Record<string, ComponentType>> = {
  cars: CarsScreen,
  day: DayScreen,
  hours: HoursScreen,
  settings: TaxiSettingsScreen,
};

/** The taxi admin's pages beside the list of chauffeurs, in one chunk (document 5 §4). */
export function FleetScreen() {
  const { page = "", vehicleId } = useParams();
  const { pathname } = useLocation();
  if (vehicleId !== undefined && page === "cars") return <CarScreen />;
  const Screen = vehicleId === undefined && Object.hasOwn(PAGES, page) ? PAGES[page] : undefined;
  return Screen === undefined ? <NotFound pathname={pathname} /> : <Screen />;
}
