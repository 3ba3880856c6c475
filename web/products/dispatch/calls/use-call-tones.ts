import { useEffect, useRef } from "react";
import type { Call } from "#data/calls/queries.ts";
import { useClockText } from "#shared/ui/clock-text.ts";
import { NEW_CALL_HERTZ, playOnce } from "../alarm/sound.ts";
import { isSwitchedOff, useIsOn } from "../parts/switched-off.ts";
import { isPastLimit } from "../rules/waiting-calls.ts";

const LATE_CALL_HERTZ = 390;
const EVERY_MS = 60_000;

/** One tone for each new call that waits, and one a minute while a call is past its limit; each may be switched off (document 5 §3). */
export function useCallTones(calls: readonly Call[] | undefined, limits: readonly number[]): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (calls === undefined) return;
    const before = known.current;
    known.current = new Set(calls.map(({ id }) => id));
    const isNew = ({ id, status }: Call) => status === "waiting" && before?.has(id) === false;
    if (calls.some(isNew) && !isSwitchedOff("new-call")) playOnce(NEW_CALL_HERTZ);
  }, [calls]);

  const isOn = useIsOn("late-call");
  const isLate = useClockText((now) => (calls?.some((call) => isPastLimit(call, limits, now)) ? "late" : "")) !== "";
  useEffect(() => {
    if (!isLate || !isOn) return undefined;
    const play = () => playOnce(LATE_CALL_HERTZ);
    play();
    const timer = setInterval(play, EVERY_MS);
    return () => clearInterval(timer);
  }, [isLate, isOn]);
}
