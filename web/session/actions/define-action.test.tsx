import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ActingContext } from "#data/acting.ts";
import { actingAttendant } from "#tests/support/people/acting.ts";
import { DataError, messageOf } from "#data/data-error.ts";
import { defineMutation } from "#data/define-mutation.ts";
import { currentQuestion } from "#shared/feedback/confirm.ts";
import { presentToasts } from "#shared/feedback/toast.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { type ActionDefinition, defineAction } from "./define-action.ts";

const toasts: string[] = [];
const entries: unknown[] = [];
const calls: string[] = [];
let answer: () => Promise<number> = () => Promise.resolve(7);
presentToasts(({ kind, text }) => toasts.push(`${kind}: ${text}`));

beforeEach(() => {
  for (const list of [toasts, entries, calls]) list.length = 0;
  answer = () => Promise.resolve(7);
});

const removal: ActionDefinition<string, number> = {
  mutation: defineMutation((_acting, name: string) => {
    calls.push(name);
    return answer();
  }),
  thing: (name) => name,
  done: (count, name) => `${name} borta (${count})`,
  failed: () => "Gick inte",
};

const question = (name: string) => ({
  title: `Ta bort ${name}?`,
  description: "",
  confirmText: "Ja",
  cancelText: "Nej",
});

const log = (action: string, data?: unknown) => void entries.push([action, data]);

function draw(definition: ActionDefinition<string, number>) {
  const useRemove = defineAction(definition);
  return renderHook(() => useRemove({ log }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <ActingContext value={actingAttendant("vakt01")}>
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      </ActingContext>
    ),
  }).result;
}

test("calls, shows the message and writes the log", async () => {
  const remove = draw({ ...removal, log: { name: "removed", about: (name) => ({ name }) } });
  await act(async () => expect(await remove.current.run("Åsa")).toEqual({ status: "done", result: 7 }));
  expect(toasts).toEqual(["success: Åsa borta (7)"]);
  expect(entries).toEqual([["removed", { name: "Åsa" }]]);
});

test.each([
  [undefined, [["removed_failed", { name: "Åsa", error: "nej" }]]],
  [
    true,
    [
      ["removed", { name: "Åsa" }],
      ["removed_failed", { name: "Åsa", error: "nej" }],
    ],
  ],
])("a failure shows a message, and is logged when `tries` is set (%s)", async (tries, noted) => {
  answer = () => Promise.reject(new DataError("42501", "nej"));
  const entry = { name: "removed", about: (name: string) => ({ name }), ...(tries === undefined ? {} : { tries }) };
  const remove = draw({ ...removal, log: entry });
  await act(async () => expect((await remove.current.run("Åsa")).status).toBe("failed"));
  expect(toasts).toEqual(["error: Gick inte"]);
  expect(entries).toEqual(tries === undefined ? [] : noted);
});

test("a person who has to wait reads how long instead", async () => {
  answer = () => Promise.reject(Object.assign(new DataError("rate-limited", "", 429), { retryAfterSeconds: 61 }));
  const remove = draw(removal);
  await act(async () => void (await remove.current.run("Åsa")));
  expect(toasts).toEqual(["error: För många försök. Försök igen om 2 minuter."]);
});

test("asks first, and a no does nothing", async () => {
  const remove = draw({ ...removal, ask: question });
  await act(async () => {
    const outcome = remove.current.run("Åsa");
    expect(currentQuestion()?.title).toBe("Ta bort Åsa?");
    currentQuestion()?.answer(false);
    expect(await outcome).toEqual({ status: "refused" });
  });
  expect(calls).toEqual([]);
  expect(toasts).toEqual([]);
});

test("a double press runs once, and an action on another thing runs beside it", async () => {
  const waiting: ((count: number) => void)[] = [];
  answer = () => new Promise((resolve) => void waiting.push(resolve));
  const remove = draw(removal);
  let outcomes: Promise<{ status: string }[]> | undefined;
  act(() => {
    outcomes = Promise.all(["Åsa", "Åsa", "Örjan"].map((name) => remove.current.run(name)));
  });
  expect([remove.current.isPending("Åsa"), remove.current.isPending("Örjan"), remove.current.isPending("Eva")]).toEqual(
    [true, true, false],
  );
  await vi.waitFor(() => expect(calls).toEqual(["Åsa", "Örjan"]), PATIENCE);
  await act(async () => {
    for (const resolve of waiting) resolve(1);
    expect((await outcomes)?.map(({ status }) => status)).toEqual(["done", "running", "done"]);
  });
  expect(calls).toEqual(["Åsa", "Örjan"]);
  expect(remove.current.isPending()).toBe(false);
});

test("a replacement without a network counts as done", async () => {
  answer = () => Promise.reject(new DataError("network", "gone"));
  const remove = draw({ ...removal, withoutNetwork: (_acting, name) => Promise.resolve(name.length) });
  await act(async () => expect(await remove.current.run("Åsa")).toEqual({ status: "done", result: 3 }));
  expect(toasts).toEqual(["success: Åsa borta (3)"]);
});

test("a form's submit throws the error of the call, and shows no message", async () => {
  const error = new DataError("23505", "taken");
  answer = () => Promise.reject(error);
  const remove = draw(removal);
  await act(async () => expect(remove.current.submit("Åsa")).rejects.toBe(error));
  expect(toasts).toEqual([]);
});

test("a form gets the action's message about its last submit", async () => {
  answer = () => Promise.reject(new DataError("23505", "taken"));
  const remove = draw({
    ...removal,
    failed: (error, name) => ({ text: `${name}: ${messageOf(error)}`, at: "form" }),
  });
  for (const name of ["Åsa", "Örjan"])
    await act(async () => void (await remove.current.submit(name).catch(() => undefined)));
  expect(remove.current.failed(new DataError("gone", "borta"))).toEqual({ text: "Örjan: borta", at: "form" });
});
