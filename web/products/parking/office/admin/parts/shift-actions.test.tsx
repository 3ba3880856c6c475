import { createClient } from "@supabase/supabase-js";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Shift } from "#data/shift_registrations/queries.ts";
import type { Session } from "#session/store.ts";
import { ShiftActions } from "./shift-actions.tsx";
import { REVIEWS_HEADING, useApprovals } from "./use-approvals.ts";

// The real client; the test gives the server's answers.
const client = createClient("http://localhost", "key", {
  accessToken: () => Promise.resolve("token"),
  global: { fetch: (_address, init) => send(typeof init?.body === "string" ? init.body : "") },
});
vi.mock("#data/client.ts", () => ({ getClientOf: () => Promise.resolve(client) }));

const answered = (rows: object[]) => Promise.resolve(Response.json(rows));
const approved = () => answered([{ id: "one", reviewed_at: "2026-11-21T08:00:00Z" }]);
let send: (change: string) => Promise<Response> = approved;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const SHIFTS = ["one", "two"].map(
  (id) => ({ id, attendant_user_id: "vakt01", status: "pending", approved: false }) as Shift,
);
const SESSION = { userId: "admin01" } as Session;

function Reviews({ shifts }: { shifts: Shift[] }) {
  const approvals = useApprovals({ session: SESSION, log: () => undefined, shifts });
  return (
    <>
      <h2 id={REVIEWS_HEADING} tabIndex={-1}>
        Skift
      </h2>
      {shifts.map((shift) => (
        <ShiftActions key={shift.id} shift={shift} approvals={approvals} onReview={() => undefined} />
      ))}
    </>
  );
}

const draw = (shifts = SHIFTS) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Reviews shifts={shifts} />
    </QueryClientProvider>,
  );

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Waits until a condition holds, while the clock stands still. */
async function until(isSo: () => boolean) {
  for (let turns = 0; !isSo(); turns += 1) {
    if (turns > 1000) throw new Error("It never became so");
    await wait(0);
  }
}

const undo = () => screen.queryByRole("button", { name: "Ångra" });

async function approveFirst() {
  fireEvent.click(screen.getAllByRole("button", { name: "Godkänn" })[0]!);
  await until(() => undo() !== null);
}

/** Presses `Ångra` at a moment of the events' clock. */
const pressUndo = (moment: number) => pressAt(screen.getByRole("button", { name: "Ångra" }), moment);

async function pressAt(button: HTMLElement, moment: number) {
  const click = createEvent.click(button);
  Object.defineProperty(click, "timeStamp", { value: moment });
  fireEvent(button, click);
  await wait(0);
}

const press = (button: HTMLElement, repeat: boolean) => fireEvent.keyDown(button, { key: "Enter", repeat });

// Spec rules §14: One press approves,
test("a held Enter presses a button once", async () => {
  send = approved;
  draw();
  const [approve] = screen.getAllByRole("button", { name: "Godkänn" });
  // False means that the browser makes no click of the key.
  expect([press(approve!, false), press(approve!, true)]).toEqual([true, false]);
  await approveFirst();
  expect([press(undo()!, false), press(undo()!, true)]).toEqual([true, false]);
});

// Spec rules §14: One press approves,
test("the second click of a double click does not take the approval back", async () => {
  const changes: string[] = [];
  send = (change) => {
    changes.push(change);
    return approved();
  };
  draw();
  const before = performance.now();
  await approveFirst();
  await pressUndo(before + 499);
  expect(changes).toHaveLength(1);
  await pressUndo(performance.now() + 500);
  await until(() => changes.length > 1);
  expect(changes[1]).toContain("pending");
});

test("the second click of a double click does not approve a shift again after it was taken back", async () => {
  const changes: string[] = [];
  send = (change) => {
    changes.push(change);
    return approved();
  };
  draw();
  await approveFirst();
  const before = performance.now() + 500;
  await pressUndo(before);
  await until(() => undo() === null);
  const [approve] = screen.getAllByRole("button", { name: "Godkänn" });
  await pressAt(approve!, before - 1);
  expect(changes).toHaveLength(2);
  await pressAt(approve!, performance.now() + 500);
  await until(() => changes.length > 2);
  expect(changes[2]).toContain("approved");
});

// Spec rules §14: One press approves,
test("an undo that failed without a network can be tried again, for five more seconds", async () => {
  send = approved;
  draw();
  await approveFirst();
  await wait(4000);
  let fail!: (error: Error) => void;
  send = () =>
    new Promise((_, reject) => {
      fail = reject;
    });
  await pressUndo(performance.now() + 500);
  await wait(6000);
  expect(undo()).not.toBeNull();
  fail(new TypeError("Failed to fetch"));
  await until(() => undo()?.getAttribute("aria-busy") === null);
  await wait(4999);
  expect(undo()).not.toBeNull();
  await wait(1);
  expect(undo()).toBeNull();
});

test("a shift that another admin answered meanwhile cannot be taken back", async () => {
  send = approved;
  draw();
  await approveFirst();
  send = () => answered([]);
  await pressUndo(performance.now() + 500);
  await until(() => undo() === null);
  expect(screen.getAllByRole("button", { name: "Godkänn" })).toHaveLength(2);
});

test("the focus moves to the heading without scrolling the page", async () => {
  send = approved;
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  draw(SHIFTS.slice(0, 1));
  await approveFirst();
  expect(document.activeElement).toBe(undo());
  expect(scrolled).toHaveBeenCalled();
  scrolled.mockClear();
  const heading = screen.getByRole("heading");
  const focus = vi.spyOn(heading, "focus");
  await wait(5000);
  expect(undo()).toBeNull();
  expect(document.activeElement).toBe(heading);
  expect(focus).toHaveBeenCalledWith({ preventScroll: true });
  expect(scrolled).not.toHaveBeenCalled();
});

test("nobody approves their own shift, and the button says why", () => {
  draw([{ ...SHIFTS[0], attendant_user_id: "Admin01" } as Shift, SHIFTS[1]!]);
  const [own, other] = screen.getAllByRole<HTMLButtonElement>("button", { name: "Godkänn" });
  expect([own?.disabled, other?.disabled]).toEqual([true, false]);
  expect(document.getElementById(own?.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Du kan inte godkänna ditt eget skift.",
  );
  expect(screen.getAllByRole("button", { name: "Godkänn med anteckning" })).toHaveLength(1);
});
