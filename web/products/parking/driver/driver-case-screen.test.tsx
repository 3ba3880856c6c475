import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { DriverCaseScreen } from "./driver-case-screen.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name: label }), { target: { value } });

// Spec 4 §5: Driver, Swedish with
test("a message of the form follows a later change of language", async () => {
  let status = 200;
  vi.stubGlobal("fetch", async (input: string | URL) =>
    new URL(input, "http://localhost").pathname === "/config.json"
      ? Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" })
      : Response.json({ outcome: "none" }, { status }),
  );
  render(
    <MemoryRouter>
      <DriverCaseScreen />
    </MemoryRouter>,
  );
  press("Visa ärende");
  expect(screen.getByRole("alert").textContent).toBe("Fyll i både ärendenummer och registreringsnummer");
  press("In English");
  expect(screen.getByRole("alert").textContent).toBe("Enter both the case number and the registration number");

  type("Case number", "12345678");
  type("Registration number", "ABC123");
  press("Show case");
  await screen.findByText("No case with those details.");
  press("På svenska");
  expect(screen.getByRole("alert").textContent).toBe("Inget ärende med de uppgifterna.");

  status = 500;
  press("Visa ärende");
  await screen.findByText("Ärendet kunde inte hämtas");
  press("In English");
  expect(screen.getByRole("alert").textContent).toBe("The case could not be fetched");
});

test("a number is read with any separators, and a wrong digit is reported before the lookup", async () => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init?: RequestInit) => {
    if (new URL(input, "http://localhost").pathname === "/config.json")
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    asked.push(JSON.parse(init?.body as string));
    return Response.json({ outcome: "none" });
  });
  render(
    <MemoryRouter>
      <DriverCaseScreen />
    </MemoryRouter>,
  );
  type("Ärendenummer", "4623-9678");
  expect(screen.getByText("En siffra verkar vara fel.")).toBeTruthy();
  type("Ärendenummer", "4623-9679");
  expect(screen.queryByText("En siffra verkar vara fel.")).toBeNull();
  type("Registreringsnummer", "ABC123");
  press("Visa ärende");
  await screen.findByText("Inget ärende med de uppgifterna.");
  expect(asked).toEqual([expect.objectContaining({ case_number: "46239679" })]);
});
