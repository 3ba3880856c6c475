import { useEffect, useEffectEvent, useState } from "react";
import type { TypedSpan } from "#shared/form/time-span.ts";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import type { FormState } from "#shared/form/use-form.ts";
import { followClock, meantSpan, minutesOf, type SetTimes, timesOf } from "./parking-times.ts";
import type { Registration } from "./registration.ts";

const FIELDS = ["start_date", "start_time", "end_date", "end_time"] as const satisfies readonly (keyof TypedSpan)[];
const FOLLOW_MS = 15_000;

/** The times of a registration, and what somebody may do to them. */
export type ParkingTimes = ReturnType<typeof useParkingTimes>;

/** Which times of the form somebody set; a form that a reload brought back has set what it brought. */
export const useSetTimes = (initial: Registration, empty: Registration) => useState(() => timesOf(initial, empty));

/**
 * Lets the times that nobody set follow the clock: every quarter of a minute, when somebody comes back to the page, and when a field gets
 * the focus. Before it is sent the schema does the same.
 */
export function useParkingTimes(form: FormState<Registration>, [set, setTimes]: ReturnType<typeof useSetTimes>) {
  const [now, setNow] = useState(Date.now);
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
  // A message above the buttons goes with the next change of a field: it stays until somebody makes one.
  useClock(() => {
    if (form.message === undefined && !form.isPending) show(form.values, set);
  });

  const setLength = (minutes: number) => change({}, { end: false, endDay: false, isLength: true, minutes });
  const setStart = (start: Partial<TypedSpan>) => change(start, { start: true, startSetAt: Date.now() });
  return {
    set,
    today: toDateValue(new Date(now)),
    setStart,
    /** Takes the start back to the clock. */
    startNow: () => change({}, { start: false }),
    /** Keeps a start that went by: it was meant. */
    keepStart: () => change({}, { start: true, startSetAt: Date.now() }),
    setEndTime: (end_time: string) => change({ end_time }, { end: true }),
    setEndDay: (end_date: string) => change({ end_date }, { end: true, endDay: true }),
    setLength,
    /** Makes the parking longer or shorter; one that would have no length stays as it is. */
    lengthen: (by: number) => {
      const minutes = minutesOf(form.values);
      if (minutes !== undefined && minutes + by > 0) setLength(minutes + by);
    },
    /** Ends the parking at this time of the start's day; `00:00` is the midnight after it. */
    endAt: (end_time: string) => {
      const end_date = addDays(form.values.start_date, end_time === "00:00" ? 1 : 0);
      change({ end_date, end_time }, { end: true, endDay: true });
    },
    /** What was probably meant by times that do not work. */
    meant: () => meantSpan(form.values, set, now),
    mean: (span: TypedSpan) => change(span, { start: true, end: true, endDay: true, startSetAt: Date.now() }),
  };
}

/** Calls `follow` every quarter of a minute, and when somebody comes back to the page or to a field. */
function useClock(follow: () => void) {
  const handleTime = useEffectEvent(follow);
  useEffect(() => {
    const handle = () => void (document.visibilityState === "visible" && handleTime());
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

/** The form as nobody touched it, for the draft of a reload: what follows the clock is not kept. */
export function untouched(empty: Registration, values: Registration, set: SetTimes): Registration {
  const { start_date, start_time, end_date, end_time } = values;
  return {
    ...empty,
    ...(set.start ? {} : { start_date, start_time }),
    ...(set.end || set.isLength ? {} : { end_date, end_time }),
  };
}
