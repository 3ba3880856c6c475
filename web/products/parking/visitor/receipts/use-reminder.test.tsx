import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReceiptParking } from "#data/parkings/by-receipt.ts";
import { useReminder } from "./use-reminder.ts";

const MINUTE_MS = 60_000;
const endsIn = (minutes: number): ReceiptParking => ({
  ref_number: "ABC123",
  car_model: "Volvo V70",
  car_color: "Blå",
  street: "Kajen 1",
  site_name: null,
  start_time: new Date(Date.now() - MINUTE_MS).toISOString(),
  end_time: new Date(Date.now() + minutes * MINUTE_MS).toISOString(),
  active: true,
  created_at: new Date().toISOString(),
  latest_end: null,
  at: new Date().toISOString(),
});

/** Fakes of the browser's notifications: the permission, and the notifications shown. */
const shown: string[] = [];
let answer: NotificationPermission;
class BrowserNotification {
  static permission: NotificationPermission = "default";
  static requestPermission() {
    BrowserNotification.permission = answer;
    return Promise.resolve(answer);
  }
  constructor(title: string) {
    shown.push(title);
  }
}

beforeEach(() => {
  answer = "granted";
  BrowserNotification.permission = "default";
  vi.stubGlobal("Notification", BrowserNotification);
  shown.length = 0;
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const open = (parking: ReceiptParking) =>
  renderHook(({ of }: { of: ReceiptParking }) => useReminder(of, Date.now()), { initialProps: { of: parking } });

// Spec 4 §5: Visitor: after a
test("reminds once, ten minutes before the end, and again before a later end", async () => {
  const { result, rerender, unmount } = open(endsIn(30));
  expect(result.current.state).toBe("off");
  await act(() => result.current.turnOn());
  expect([result.current.state, shown]).toEqual(["on", []]);

  const soon = endsIn(9);
  rerender({ of: soon });
  await waitFor(() => expect(shown).toEqual([expect.stringMatching(/^ABC 123: parkeringen slutar .*\d\d:\d\d$/)]));
  unmount();
  // A reload does not show it again.
  const again = open(soon);
  expect(again.result.current.state).toBe("on");
  again.rerender({ of: endsIn(60) });
  expect(shown).toHaveLength(1);
  again.rerender({ of: endsIn(8) });
  await waitFor(() => expect(shown).toHaveLength(2));
  act(() => again.result.current.turnOff());
  again.rerender({ of: endsIn(7) });
  expect([again.result.current.state, shown.length]).toEqual(["off", 2]);
});

test("gives no reminder after the end, and none when it is turned on in the last ten minutes", async () => {
  const { result, rerender } = open(endsIn(5));
  await act(() => result.current.turnOn());
  rerender({ of: endsIn(-1) });
  rerender({ of: { ...endsIn(5), active: false } });
  await Promise.resolve();
  expect(shown).toEqual([]);
});

test("says when reminders are impossible: after the person's no, and in a browser without notifications", async () => {
  answer = "denied";
  const { result } = open(endsIn(30));
  await act(() => result.current.turnOn());
  expect(result.current.state).toBe("denied");
  vi.stubGlobal("Notification", undefined);
  expect(open(endsIn(30)).result.current.state).toBe("missing");
});
