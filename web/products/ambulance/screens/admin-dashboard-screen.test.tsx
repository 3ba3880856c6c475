import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "#data/query-client.ts";
import { openSession } from "#session/store.ts";
import { ConfirmHost } from "#shared/feedback/confirm-host.tsx";
import { presentToasts } from "#shared/feedback/toast.ts";
import { AdminDashboardScreen } from "./admin-dashboard-screen.tsx";

type Employee = { id: string; employee_id: string; name: string | null; created_by?: string };
let employees: Employee[];

/** Answers like the service about the table of employees, newest first; an ID is unique. */
function answer(address: URL, method: string, sent: Partial<Employee>): Response {
  const id = address.searchParams.get("id")?.replace("eq.", "");
  const found = employees.filter((employee) => employee.id === id);
  if (employees.some((other) => other.employee_id === sent.employee_id && other.id !== id))
    return Response.json({ code: "23505", message: "duplicate key" }, { status: 409 });
  if (method === "GET")
    return Response.json(employees.map((row) => ({ created_at: "2026-11-22T09:00:00Z", renamed_from: null, ...row })));
  if (method === "POST") employees = [{ id: "2", employee_id: "", name: null, ...sent }, ...employees];
  if (method === "PATCH") employees = employees.map((row) => (row.id === id ? { ...row, ...sent } : row));
  if (method === "DELETE") employees = employees.filter((row) => row.id !== id);
  return method === "POST" ? new Response(null, { status: 201 }) : Response.json(found);
}

const told: string[] = [];
beforeEach(() => {
  told.length = 0;
  presentToasts(({ text }) => void told.push(text));
  employees = [{ id: "1", employee_id: "ASE-001", name: "Karin Åkesson" }];
  vi.stubGlobal("fetch", async (input: string | URL, init?: { method?: string; body?: string }) => {
    const address = new URL(input, "http://localhost");
    if (address.pathname === "/config.json")
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k", securityProfile: "specified" });
    if (address.pathname !== "/rest/v1/ase_employees") return new Promise(() => undefined);
    return answer(address, init?.method ?? "GET", JSON.parse(init?.body ?? "{}") as Partial<Employee>);
  });
  openSession("ase-admin", { userId: "aseadmin", project: "ASE" });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={["/ASE/admin-dashboard"]}>
        <AdminDashboardScreen />
        <ConfirmHost />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const row = (name: RegExp) => screen.findByRole("row", { name });
const press = (name: string, inside = within(document.body)) => fireEvent.click(inside.getByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

// Spec 2 §2: /ASE/employee-login, /ASE/admin, /ASE/admin-dashboard,
// Spec 2 §2: ASE employee login
// Spec 2 §5: ASE employee create/edit:
// Spec 2 §5: name optional
// Spec 2 §7: ase_employees, all or
// Spec 2 §7: Insert, update, delete ase_employees
test("an employee is added with a free ID; a taken ID keeps the typed values", async () => {
  expect((await row(/ASE-001/)).textContent).toContain("Karin Åkesson");
  press("Add employee");
  const form = await dialog("Add employee");
  press("Save", form);
  expect(await form.findByText("Employee ID is required")).toBeTruthy();
  type(/^Employee ID/, "ASE-001");
  type(/^Name/, "Olle Ek");
  press("Save", form);
  expect(await form.findByText("An employee with this ID already exists")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Olle Ek");
  type(/^Employee ID/, " ASE-002 ");
  press("Save", form);
  expect((await row(/ASE-002/)).textContent).toContain("Olle Ek");
  expect(employees[0]).toEqual({ id: "2", employee_id: "ASE-002", name: "Olle Ek", created_by: "aseadmin" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(told).toEqual(["Employee created"]);
});

// Spec 2 §2: /ASE/employee-login, /ASE/admin, /ASE/admin-dashboard,
// Spec 2 §2: ASE employee login
// Spec 2 §7: ase_employees, all or
// Spec 2 §7: Insert, update, delete ase_employees
test("an employee gets another ID and no name, stays after a no to the question, and is removed after a yes", async () => {
  await row(/ASE-001/);
  press("Edit ASE-001");
  const form = await dialog("Edit ASE-001");
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Karin Åkesson");
  type(/^Employee ID/, "ASE-003");
  type(/^Name/, "");
  press("Save", form);
  expect((await row(/ASE-003/)).textContent).toContain("–");
  expect(employees).toEqual([{ id: "1", employee_id: "ASE-003", name: null }]);
  const remove = async (button: string) => {
    press("Delete ASE-003");
    press(button, within(await screen.findByRole("alertdialog", { name: "Delete ASE-003?" })));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  };
  await remove("Cancel");
  expect(employees).toHaveLength(1);
  await remove("Delete");
  expect(await screen.findByText("There are no employees yet.")).toBeTruthy();
  expect(employees).toEqual([]);
  expect(told).toEqual(["Employee updated", "Employee deleted"]);
});
