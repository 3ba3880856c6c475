import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionKind } from "#contract/states.ts";
import { createQueryClient } from "#data/query-client.ts";
import { DispatchScreen } from "#products/dispatch/screens/dispatch-screen.tsx";
import { OperatorLoginScreen } from "#products/dispatch/screens/operator-login-screen.tsx";
import { ContactMessagesScreen } from "#products/main-site/admin/contact-messages-screen.tsx";
import { MainAdminDashboardScreen } from "#products/main-site/admin/main-admin-dashboard-screen.tsx";
import { MainAdminLoginScreen } from "#products/main-site/admin/main-admin-login-screen.tsx";
import { CustomerAdminLoginScreen } from "#products/parking/entrance/customer-admin-login-screen.tsx";
import { readSession } from "#session/store.ts";
import { presentToasts } from "#shared/feedback/toast.ts";

type Answers = (path: string) => Promise<Response> | undefined;
const isSpecified: Answers = (path) =>
  path === "/config.json"
    ? Promise.resolve(Response.json({ supabaseUrl: "", publishableKey: "k", securityProfile: "specified" }))
    : undefined;

/** What else is asked for gets no answer, and matters to no login here. */
const serverAnswers = (answers: Answers) =>
  vi.stubGlobal(
    "fetch",
    (input: string | URL) => answers(new URL(input, "http://localhost").pathname) ?? new Promise(() => undefined),
  );

const told: string[] = [];
let stopTelling: () => void;
beforeEach(() => {
  told.length = 0;
  stopTelling = presentToasts(({ text }) => void told.push(text));
});
afterEach(() => {
  cleanup();
  stopTelling();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Opens a screen; every other address says what it is. */
function open(address: string, path: string, Screen: ComponentType) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path={path} element={<Screen />} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const Elsewhere = () => <p>{useLocation().pathname}</p>;

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole("button", { name: "Logga in" }));

type Case = {
  kind: SessionKind;
  at: [address: string, path: string, Screen: ComponentType];
  person: [userId: string, password: string];
  missing: string;
  wrong: string;
  welcome: string;
};

/** Those whose credentials the browser itself knows in the profile `specified`. */
const CASES: Case[] = [
  {
    kind: "main-admin",
    at: ["/admin-login", "/admin-login", MainAdminLoginScreen],
    person: ["huvudadmin", "Huvud-7410"],
    missing: "Var god fyll i både användarnamn och lösenord",
    wrong: "Fel användarnamn eller lösenord",
    welcome: "Inloggning lyckades!",
  },
  {
    kind: "dispatch-admin",
    at: ["/721075?role=administrator", "/721075", DispatchScreen],
    person: ["ledning", "Ledning-7410"],
    missing: "Var god fyll i både användarnamn och lösenord",
    wrong: "Fel användarnamn eller lösenord",
    welcome: "Inloggning lyckades!",
  },
  {
    kind: "admin",
    at: ["/standard/admin-login", "/:projectId/admin-login", CustomerAdminLoginScreen],
    person: ["standardadmin", "Standard-7410"],
    missing: "Var god fyll i både användarnamn och lösenord",
    wrong: "Felaktigt användarnamn eller lösenord",
    welcome: "Inloggning lyckades",
  },
];

test.each(CASES)("a login as $kind says what is missing or wrong, keeps what was typed, and lets in", async (login) => {
  serverAnswers(isSpecified);
  const [userId, password] = login.person;
  open(...login.at);
  send();
  await waitFor(() => expect(screen.getAllByText(login.missing)).not.toHaveLength(0));
  type("Användarnamn", ` ${userId} `);
  type("Lösenord", `${password}!`);
  send();
  await waitFor(() => expect(told).toEqual([login.wrong]));
  expect(screen.getAllByText(login.wrong)).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>("Användarnamn").value).toBe(` ${userId} `);
  expect(readSession(login.kind)).toBeNull();
  type("Lösenord", password);
  send();
  await waitFor(() => expect(readSession(login.kind)).toMatchObject({ userId, loggedIn: true }));
  expect(told).toEqual([login.wrong, login.welcome]);
});

test.each([
  ["/admin-dashboard", MainAdminDashboardScreen],
  ["/contact-messages", ContactMessagesScreen],
])("%s is kept for the main admin: others are told, and stand at the login", async (address, Screen) => {
  serverAnswers(isSpecified);
  open(address, address, Screen);
  expect(await screen.findByText("/admin-login")).toBeTruthy();
  expect(told).toEqual(["Du har inte behörighet att komma åt denna sida"]);
});

test.each([
  ["the server fails", () => Promise.resolve(new Response("", { status: 500 })), "Ett fel uppstod vid inloggning"],
  ["there is no network", () => Promise.reject(new TypeError("Failed to fetch")), "Ett oväntat fel uppstod"],
])("an operator is told when %s, in a toast and at the form, and loses nothing", async (_, answer, text) => {
  serverAnswers(answer);
  open("/operator-login", "/operator-login", OperatorLoginScreen);
  send();
  await waitFor(() => expect(screen.getAllByText("Vänligen fyll i både användar-ID och lösenord")).not.toHaveLength(0));
  type("Användar-ID", "op01");
  type("Lösenord", "Operator-7410");
  send();
  await waitFor(() => expect(told).toEqual([text]));
  expect(screen.getAllByText(text)).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>("Lösenord").value).toBe("Operator-7410");
});
