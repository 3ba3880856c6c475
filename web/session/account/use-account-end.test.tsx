import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AUTH_STORAGE_KEY } from "#data/auth-storage-key.ts";
import { getClientOf } from "#data/client.ts";
import { createQueryClient } from "#data/query-client.ts";
import { presentToasts } from "#shared/feedback/toast.ts";
import { RequireAgent } from "./require-agent.tsx";

const ENDED = "Your login has ended. Please sign in again.";
const USER = { id: "a1", email: "agent@parkering.example" };

/** Whether the service still knows the login. */
let isKnown = true;
const told: string[] = [];

beforeEach(() => {
  isKnown = true;
  told.length = 0;
  presentToasts(({ text }) => void told.push(text));
  vi.stubGlobal("fetch", async (input: string | URL) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname === "/config.json")
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k", securityProfile: "specified" });
    if (!isKnown) return Response.json({ code: "session_not_found", message: "no session" }, { status: 403 });
    if (pathname === "/auth/v1/user") return Response.json(USER);
    return Response.json(pathname.endsWith("/get_user_role") ? "employee" : []);
  });
  const expires_at = Math.round(Date.now() / 1000) + 3600;
  const session = {
    access_token: "t",
    refresh_token: "r",
    token_type: "bearer",
    expires_in: 3600,
    expires_at,
    user: USER,
  };
  localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify(session));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const comeBack = () => document.dispatchEvent(new Event("visibilitychange"));

// Spec rules §1: An e-mail account
test.each([
  ["the person returns to the page", comeBack],
  ["the server refuses something", async () => (await getClientOf("account")).from("properties").select()],
])(
  "the message about a login that ended elsewhere appears when %s, at the sign-in that leads back",
  async (_when, happen) => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={["/property-management"]}>
          <Routes>
            <Route
              path="/property-management"
              element={
                <RequireAgent page={(content) => content} loading="…">
                  {({ email }) => <p>{email}</p>}
                </RequireAgent>
              }
            />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    );
    await screen.findByText(USER.email);
    isKnown = false;
    await happen();
    expect(JSON.parse((await screen.findByTestId("place")).textContent)).toEqual({
      pathname: "/auth",
      state: { from: "/property-management", reason: ENDED },
    });
    expect(told).toEqual([ENDED]);
    expect(localStorage.getItem(AUTH_STORAGE_KEY)).toBeNull();
  },
);

function Elsewhere() {
  const { pathname, state } = useLocation();
  return <p data-testid="place">{JSON.stringify({ pathname, state: state as unknown })}</p>;
}
