import { useEffect, useState } from "react";
import { readablePlate } from "#contract/plate.ts";
import type { ReceiptParking } from "#data/parkings/by-receipt.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { receiptTexts } from "./receipt-texts.ts";
import { endsSoon, receiptState } from "./rules/receipt-state.ts";

/** Storage keys: whether the owner of this device wants reminders, and the end of the last reminder. */
const [WANTED, REMINDED] = ["parkering.reminder", "parkering.reminded"];

/** `missing`: the browser has no notifications here (they need TLS); `denied`: the person refused them. */
export type ReminderState = "missing" | "denied" | "off" | "on";

function readState(): ReminderState {
  if (typeof Notification !== "function") return "missing";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && localStorage.getItem(WANTED) !== null ? "on" : "off";
}

/**
 * Reminds 10 minutes before the end while the page is open, if the person asked for it and allows notifications (document 4 §5).
 * @param now milliseconds since 1970, updated by the caller.
 */
export function useReminder(parking: ReceiptParking, now: number) {
  const [state, setState] = useState(readState);
  const { end_time: end } = parking;
  const isDue =
    state === "on" && receiptState(parking, now) === "running" && endsSoon(parking, now) && !wasReminded(end);
  useEffect(() => {
    if (!isDue || wasReminded(end)) return;
    localStorage.setItem(REMINDED, end);
    const { notice, noticeText } = receiptTexts.reminder;
    const title = notice(readablePlate(parking.ref_number), shortMoment(new Date(end), Date.now()));
    const options = { body: noticeText, tag: "parkering", data: { address: window.location.href } };
    // Without its worker, a phone cannot show a notification.
    void notify(title, options).catch(() => undefined);
  }, [isDue, end, parking.ref_number]);

  async function turnOn() {
    const permission = await Notification.requestPermission();
    if (permission === "granted") {
      localStorage.setItem(WANTED, "yes");
      // In the last minutes the person needs no reminder.
      if (endsSoon(parking, now)) localStorage.setItem(REMINDED, end);
      await navigator.serviceWorker?.register("/receipt-worker.js", { scope: SCOPE }).catch(() => undefined);
    }
    setState(readState());
  }
  function turnOff() {
    localStorage.removeItem(WANTED);
    setState(readState());
  }
  return { state, turnOn, turnOff };
}

const wasReminded = (end: string) => localStorage.getItem(REMINDED) === end;

const SCOPE = "/receipt/";

/** Phones show notifications only from a worker, some desktops only from the page. */
async function notify(title: string, options: NotificationOptions): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration(SCOPE).catch(() => undefined);
  if (worker?.active) await worker.showNotification(title, options);
  else void new Notification(title, options);
}
