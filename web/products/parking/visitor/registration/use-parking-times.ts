import { useEffect, useEffectEvent, useState } from "react";
import { firstNow } from "#shared/first-now.ts";
import type { TypedSpan } from "#shared/form/time-span.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import type { FormState } from "#shared/form/use-form.ts";
import { followClock, meantSpan, minutesOf, type SetTimes, timesOf } from "./parking-times.ts";
import type { Registration } from "./registration.ts";

const FIELDS = ["start_date", "start_time", "end_date", "end_time"] as const satisfies readonly (keyof TypedSpan)[];
const FOLLOW_MS = 15_000;

/** The times of a registration, with functions that change them. */
export type ParkingTimes = ReturnType<typeof useParkingTimes>;

/** The set times of the form; times from a draft count as set. */
export const useSetTimes = (initial: Registration, empty: Registration) => useState(() => timesOf(initial, empty));

/**
 * Makes the unset times follow the clock: every quarter of a minute, at a return to the page, and when a field gets the focus. The schema
 * does the same before sending.
 */
export function useParkingTimes(form: FormState<Registration>, [set, setTimes]: ReturnType<typeof useSetTimes>) {
  const [now, setNow] = useState(firstNow);
  function show(span: TypedSpan, times: SetTimes) {
    const followed = followClock(span, times, Date.now());
    setNow(Date.now());
    for (const name of FIELDS) if (form.values[name] !== followed[name]) form.set(name, followed[name]);
  }
  function change(span: Partial<TypedSpan>, times: Partial<SetTimes>) {
    const next = { ...set, ...times };
    setTimes(next);
    show({ ...form.values, ...span }, next);
  }
  // The form's message would disappear at a change of a field, so the clock waits while it is shown.
  useClock(() => {
    if (form.message === undefined && !form.isPending) show(form.values, set);
  });

  const setLength = (minutes: number) => change({}, { end: false, endDay: false, isLength: true, minutes });
  const setStart = (start: Partial<TypedSpan>) => change(start, { start: true, startSetAt: Date.now() });
  return {
    set,
    today: toDateValue(new Date(now)),
    setStart,
    /** Sets the start back to the clock. */
    startNow: () => change({}, { start: false }),
    /** Keeps a start that has passed, because it is intended. */
    keepStart: () => change({}, { start: true, startSetAt: Date.now() }),
    setEndTime: (end_time: string) => change({ end_time }, { end: true }),
    setEndDay: (end_date: string) => change({ end_date }, { end: true, endDay: true }),
    setLength,
    /** Makes the parking longer or shorter; a length of zero or less is ignored. */
    lengthen: (by: number) => {
      const minutes = minutesOf(form.values);
      if (minutes !== undefined && minutes + by > 0) setLength(minutes + by);
    },
    /** Ends the parking at this time of the start's day; `00:00` is the midnight after it. */
    endAt: (end_time: string) => {
      const end_date = addDays(form.values.start_date, end_time === "00:00" ? 1 : 0);
      change({ end_date, end_time }, { end: true, endDay: true });
    },
    /** The probably intended times, when the typed ones do not work. */
    meant: () => meantSpan(form.values, set, now),
    mean: (span: TypedSpan) => change(span, { start: true, end: true, endDay: true, startSetAt: Date.now() }),
  };
}

/** Calls `follow` at the start (a prerendered page shows no time), every quarter of a minute, and at a return to the page or to a field. */
function useClock(follow: () => void) {
  const handleTime = useEffectEvent(follow);
  useEffect(() => {
    const handle = () => void (document.visibilityState === "visible" && handleTime());
    handleTime();
    const timer = setInterval(handle, FOLLOW_MS);
    window.addEventListener("focus", handle);
    document.addEventListener("focusin", handle);
    document.addEventListener("visibilitychange", handle);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", handle);
      document.removeEventListener("focusin", handle);
      document.removeEventListener("visibilitychange", handle);
    };
  }, []);
}

/** The form with untouched times, for the draft of a reload: times that follow the clock are not stored. */
export function untouched(empty: Registration, values: Registration, set: SetTimes): Registration {
  const { start_date, start_time, end_date, end_time } = values;
  return {
    ...empty,
    ...(set.start ? {} : { start_date, start_time }),
    ...(set.end || set.isLength ? {} : { end_date, end_time }),
  };
}
