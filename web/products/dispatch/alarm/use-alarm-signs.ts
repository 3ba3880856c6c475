import { useEffect } from "react";
import type { WallAlarm } from "#data/dispatch_links/wall-board.ts";
import { alarmTexts as texts } from "./alarm-texts.ts";
import { ring, useIsSoundOn } from "./sound.ts";

/** The signs of alarms that nobody acknowledged: tones, and in a hidden tab its title and a notification of the system (document 5 §3). */
export function useAlarmSigns(unheard: readonly WallAlarm[]): void {
  const isRinging = unheard.length > 0;
  const isSoundOn = useIsSoundOn();
  useEffect(() => (isRinging && isSoundOn ? ring() : undefined), [isRinging, isSoundOn]);

  const first = unheard[0]?.unit_number;
  useEffect(() => {
    if (first === undefined) return undefined;
    // The page's own title comes back with the tab, and when the alarm is acknowledged.
    let own: string | undefined;
    const follow = () => {
      if (document.hidden && own === undefined) {
        own = document.title;
        document.title = texts.title(first);
      } else if (!document.hidden) restore();
    };
    const restore = () => {
      if (own !== undefined) document.title = own;
      own = undefined;
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      restore();
    };
  }, [first]);

  const ids = unheard.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (ids === "" || !document.hidden || !("Notification" in globalThis) || Notification.permission !== "granted")
      return undefined;
    // The tag keeps one notification an alarm, however many screens this browser has.
    const shown = unheard.map(
      ({ id, unit_number, place }) =>
        new Notification(texts.named(unit_number), { tag: id, body: place, requireInteraction: true }),
    );
    return () => {
      for (const notification of shown) notification.close();
    };
    // The alarms are those of the ids.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ids]);
}
