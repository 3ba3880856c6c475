import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { object, string } from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { presentToasts } from "#shared/feedback/toast.ts";
import { type LogOutTo, RequireSession } from "../guard.tsx";
import { closeSession, openSession } from "../store.ts";
import { LoginForm } from "./login-form.tsx";

const REQUIRED = "Du måste logga in för att komma åt denna sida";
const REMOVED = "Ditt konto har tagits bort";
const labels = { userId: "ID", password: "Lösenord", showPassword: "Visa", hidePassword: "Dölj", submit: "Logga in" };

const told = vi.fn<(text: string) => void>();
let stopTelling: () => void;
beforeEach(() => {
  stopTelling = presentToasts(({ text }) => told(text));
});
afterEach(() => {
  cleanup();
  stopTelling();
  told.mockClear();
  localStorage.clear();
});

/** A screen behind the guard, and its login, which logs nobody in. */
function openScreen(onScreen?: (logOut: LogOutTo) => void) {
  openSession("attendant", { userId: "vakt01", project: "ostra-hamnen" });
  render(
    <MemoryRouter initialEntries={["/screen"]}>
      <Routes>
        <Route
          path="/screen"
          element={
            <RequireSession kind="attendant" project="ostra-hamnen" login="/login" message={REQUIRED}>
              {(_, logOut) => (
                <button type="button" onClick={() => onScreen?.(logOut)}>
                  Ut
                </button>
              )}
            </RequireSession>
          }
        />
        <Route
          path="/login"
          element={
            <LoginForm
              labels={labels}
              schema={object({ userId: string(), password: string() })}
              missing="Fyll i båda"
              onLogIn={() => Promise.resolve()}
              failed={() => ""}
            />
          }
        />
      </Routes>
    </MemoryRouter>,
  );
}

const reason = () => screen.queryByRole("status")?.textContent ?? null;
const write = (inputType: string) =>
  fireEvent(screen.getByLabelText("ID"), new InputEvent("beforeinput", { bubbles: true, inputType }));

// Spec rules §1: The reason of
test("the reason why a login ended stands at the form, as in the toast, until a person types", () => {
  openScreen();
  act(() => closeSession("attendant"));
  expect(told.mock.calls).toEqual([[REQUIRED]]);
  expect(reason()).toBe(REQUIRED);
  // The browser fills in a stored password, so nobody has read the reason yet.
  write("insertReplacementText");
  expect(reason()).toBe(REQUIRED);
  write("insertText");
  expect(reason()).toBeNull();
});

// Spec rules §1: The reason of
test("the reason goes when the form is sent, and the form's own message takes its place", () => {
  openScreen();
  act(() => closeSession("attendant"));
  fireEvent.click(screen.getByRole("button", { name: "Logga in" }));
  expect(reason()).toBeNull();
  expect(screen.getByRole("alert").textContent).toBe("Fyll i båda");
});

// Spec rules §1: The reason of
test.each([
  ["a removed person reads the reason at the form", REMOVED],
  ["a person who logs out reads no reason", undefined],
])("%s", (_, text) => {
  openScreen((logOut) => logOut("/login", text));
  fireEvent.click(screen.getByRole("button", { name: "Ut" }));
  expect(screen.getByRole("button", { name: "Logga in" })).toBeTruthy();
  expect(reason()).toBe(text ?? null);
  expect(told).not.toHaveBeenCalled();
});
