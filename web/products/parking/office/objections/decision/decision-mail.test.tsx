import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Objection } from "#data/objections/queries.ts";
import { currentQuestion } from "#shared/feedback/confirm.ts";
import { DecisionMailPlan, DecisionMailState } from "./decision-mail.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ADDRESS = "asa@example.se";
const objection = (email: string) => ({ id: "o1", fine_id: "f1", email }) as Objection;

/** A server with or without mail, and with this outbox for the case; returns the objections whose mail was requested. */
function serve(sendsMail: boolean, outbox: object[] = []) {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init?: RequestInit) => {
    const { pathname } = new URL(input, "http://localhost");
    if (pathname === "/config.json") return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    if (pathname.endsWith("is_mail_set_up")) return Response.json(sendsMail);
    if (!pathname.endsWith("send_decision")) return Response.json(outbox);
    asked.push(JSON.parse(init?.body as string));
    return new Response(null, { status: 204 });
  });
  return asked;
}

function show(part: React.ReactNode) {
  render(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>);
}

// Spec 4 §5: Bestridna is a
test.each([
  [true, ADDRESS, `Beslutet skickas till ${ADDRESS} när du sparar.`],
  [true, "", "Beslutet skickas inte med e-post: ingen e-postadress är lämnad."],
  [true, `${ADDRESS}, bo@example.se`, "Beslutet skickas inte med e-post: ingen e-postadress är lämnad."],
  [false, ADDRESS, "Beslutet skickas inte med e-post: e-post är inte inställd på servern."],
])("with mail set up: %j, to %j: before the decision the desk says: %s", async (sendsMail, email, told) => {
  serve(sendsMail);
  show(<DecisionMailPlan email={email} />);
  expect(await screen.findByText(told)).toBeDefined();
});

const mail = (more: object) => ({
  id: "m1",
  facts: { objection_id: "o1" },
  attempts: 0,
  due_at: "2026-11-22T12:05:00Z",
  sent_at: null,
  gave_up_at: null,
  ...more,
});
const MOMENT = "2026-11-22T12:00:00Z";

// Spec 4 §5: Bestridna is a
test.each([
  ["waits", mail({}), /^Väntar på att skickas till asa@example\.se$/, false],
  ["is tried again", mail({ attempts: 2 }), /^Har inte nått fram till .* efter 2 försök\. Nästa försök /, false],
  ["went", mail({ attempts: 1, sent_at: MOMENT }), /^Skickat till asa@example\.se /, true],
  ["was given up", mail({ attempts: 9, gave_up_at: MOMENT }), /^Kunde inte skickas till asa@example\.se$/, true],
  ["is of another objection", mail({ facts: { objection_id: "o2" } }), /^Inget är skickat till /, true],
])("after the decision the desk shows the state of a mail that %s", async (_is, row, told, isOffered) => {
  serve(true, [row]);
  show(<DecisionMailState objection={objection(ADDRESS)} />);
  await screen.findByText(told);
  expect(screen.queryAllByRole("button", { name: /^Skicka svar/ })).toHaveLength(isOffered ? 1 : 0);
});

// Spec 4 §5: Bestridna is a
test("Skicka svar sends a failed mail at once, by its key too, and asks before it sends a second one", async () => {
  const asked = serve(true, [mail({ gave_up_at: MOMENT })]);
  show(<DecisionMailState objection={objection(ADDRESS)} />);
  await screen.findByRole("button", { name: /^Skicka svar/ });
  await userEvent.keyboard("e");
  await waitFor(() => expect(asked).toEqual([{ objection_id: "o1" }]));
  cleanup();

  const again = serve(true, [mail({ sent_at: MOMENT })]);
  show(<DecisionMailState objection={objection(ADDRESS)} />);
  await userEvent.click(await screen.findByRole("button", { name: /^Skicka svar/ }));
  expect(currentQuestion()?.title).toBe("Skicka svaret igen?");
  expect(again).toEqual([]);
  currentQuestion()?.answer(true);
  await waitFor(() => expect(again).toEqual([{ objection_id: "o1" }]));
});

// Spec 4 §5: Bestridna is a
test.each([
  [false, ADDRESS],
  [true, ""],
])("where mail is set up: %j, to %j: there is no Skicka svar", async (sendsMail, email) => {
  serve(sendsMail);
  show(<DecisionMailState objection={objection(email)} />);
  await screen.findByText(/^Beslutet skickas inte med e-post/);
  expect(screen.queryByRole("button")).toBeNull();
});
