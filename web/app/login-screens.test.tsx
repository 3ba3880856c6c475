import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionKind } from "#contract/states.ts";
import { createQueryClient } from "#data/query-client.ts";
import { AdminDashboardScreen } from "#products/ambulance/screens/admin-dashboard-screen.tsx";
import { AdminLoginScreen } from "#products/ambulance/screens/admin-login-screen.tsx";
import { DispatchScreen } from "#products/dispatch/screens/dispatch-screen.tsx";
import { OperatorLoginScreen } from "#products/dispatch/screens/operator-login-screen.tsx";
import { ContactMessagesScreen } from "#products/main-site/admin/contact-messages-screen.tsx";
import { MainAdminDashboardScreen } from "#products/main-site/admin/main-admin-dashboard-screen.tsx";
import { MainAdminLoginScreen } from "#products/main-site/admin/main-admin-login-screen.tsx";
import { CustomerAdminLoginScreen } from "#products/parking/office/login/customer-admin-login-screen.tsx";
import { openSession, readSession } from "#session/store.ts";
import { presentToasts } from "#shared/feedback/toast.ts";

type Answers = (address: URL) => Promise<Response> | undefined;
const isSpecified: Answers = ({ pathname, searchParams }) => {
  if (pathname === "/config.json")
    return Promise.resolve(
      Response.json({ supabaseUrl: "http://localhost", publishableKey: "k", securityProfile: "specified" }),
    );
  if (pathname !== "/rest/v1/project_attendants") return undefined;
  const isAsked = searchParams.get("user_id") === "eq.op01" && searchParams.get("project_id") === "eq.721075";
  return Promise.resolve(Response.json(isAsked ? [OPERATOR] : []));
};

/** The operator's row, as the table has it. */
const OPERATOR = { user_id: "op01", password: "Operator-7410", discord_username: "op.hassan", deactivated_at: null };

/** Other calls get no answer; no login depends on them here. */
const serverAnswers = (answers: Answers) =>
  vi.stubGlobal(
    "fetch",
    (input: string | URL) => answers(new URL(input, "http://localhost")) ?? new Promise(() => undefined),
  );

const told: string[] = [];
let stopTelling: () => void;
beforeEach(() => {
  told.length = 0;
  stopTelling = presentToasts(({ text, options }) => void told.push(...[text, options.description ?? []].flat()));
});
afterEach(() => {
  cleanup();
  stopTelling();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Opens a screen; every other address shows its own path. */
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
const send = () => fireEvent.click(screen.getByRole("button", { name: /^(Logga in|Log In)$/ }));

type Case = {
  kind: SessionKind;
  at: [address: string, path: string, Screen: ComponentType];
  person: [userId: string, password: string];
  labels?: [userId: string, password: string];
  missing: string;
  wrong: string;
  welcome: string[];
};

/**
 * The main admin and the other logins that the browser checks itself in the profile `specified`, and the operator, whose row it fetches.
 */
const CASES: Case[] = [
  {
    kind: "main-admin",
    at: ["/admin-login", "/admin-login", MainAdminLoginScreen],
    person: ["huvudadmin", "Huvud-7410"],
    missing: "Var god fyll i både användarnamn och lösenord",
    wrong: "Fel användarnamn eller lösenord",
    welcome: ["Inloggning lyckades!"],
  },
  {
    kind: "dispatch-admin",
    at: ["/721075?role=administrator", "/721075", DispatchScreen],
    person: ["ledning", "Ledning-7410"],
    missing: "Var god fyll i både användarnamn och lösenord",
    wrong: "Fel användarnamn eller lösenord",
    welcome: ["Inloggning lyckades!"],
  },
  {
    kind: "admin",
    at: ["/standard/admin-login", "/:projectId/admin-login", CustomerAdminLoginScreen],
    person: ["standardadmin", "Standard-7410"],
    missing: "Var god fyll i både användarnamn och lösenord",
    wrong: "Felaktigt användarnamn eller lösenord",
    welcome: ["Inloggning lyckades"],
  },
  {
    kind: "ase-admin",
    at: ["/ASE/admin", "/ASE/admin", AdminLoginScreen],
    person: ["aseadmin", "Ambulans-7410"],
    labels: ["Username", "Password"],
    missing: "Please enter both username and password",
    wrong: "Invalid credentials",
    welcome: ["You are logged in"],
  },
  {
    kind: "operator",
    at: ["/operator-login", "/operator-login", OperatorLoginScreen],
    person: ["op01", "Operator-7410"],
    labels: ["Användar-ID", "Lösenord"],
    missing: "Vänligen fyll i både användar-ID och lösenord",
    wrong: "Felaktigt användar-ID eller lösenord",
    // The welcome also says who logged in.
    welcome: ["Välkommen!", "op.hassan"],
  },
];

// Spec 2 §2: /operator-login | operator
// Spec 1 §5: Operator login (project
// Spec 2 §5: ASE admin login
// Spec 1 §8: Operator login …
test.each(CASES)("a login as $kind says what is missing or wrong, keeps what was typed, and lets in", async (login) => {
  serverAnswers(isSpecified);
  const [userId, password] = login.person;
  const { labels = ["Användarnamn", "Lösenord"] } = login;
  open(...login.at);
  send();
  await waitFor(() => expect(screen.getAllByText(login.missing)).not.toHaveLength(0));
  type(labels[0], ` ${userId} `);
  type(labels[1], `${password}!`);
  send();
  await waitFor(() => expect(told).toEqual([login.wrong]));
  expect(screen.getAllByText(login.wrong)).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>(labels[0]).value).toBe(` ${userId} `);
  expect(readSession(login.kind)).toBeNull();
  type(labels[1], password);
  send();
  await waitFor(() => expect(readSession(login.kind)).toMatchObject({ userId, loggedIn: true }));
  expect(told).toEqual([login.wrong, ...login.welcome]);
});

test.each([
  ["operator", "/operator-login", OperatorLoginScreen, "721075", "/721075"],
  ["ase-admin", "/ASE/admin", AdminLoginScreen, "ASE", "/ASE/admin-dashboard"],
] as const)("%s: who is logged in already goes on from %s", (kind, login, Screen, project, place) => {
  serverAnswers(isSpecified);
  openSession(kind, { userId: "op01", project });
  open(login, login, Screen);
  expect(screen.getByText(place)).toBeTruthy();
});

test.each([
  ["/admin-dashboard", MainAdminDashboardScreen, "/admin-login", "Du har inte behörighet att komma åt denna sida"],
  ["/contact-messages", ContactMessagesScreen, "/admin-login", "Du har inte behörighet att komma åt denna sida"],
  ["/ASE/admin-dashboard", AdminDashboardScreen, "/ASE/admin", "Please log in as an administrator"],
])("%s is kept for its admin: other people get a message, and see the login", async (address, Screen, login, text) => {
  serverAnswers(isSpecified);
  open(address, address, Screen);
  expect(await screen.findByText(login)).toBeTruthy();
  expect(told).toEqual([text]);
});

test.each([
  ["the server fails", () => Promise.resolve(new Response("", { status: 500 })), "Ett fel uppstod vid inloggning"],
  ["there is no network", () => Promise.reject(new TypeError("Failed to fetch")), "Ett oväntat fel uppstod"],
])("an operator gets a message when %s, in a toast and at the form, and loses nothing", async (_, answer, text) => {
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
