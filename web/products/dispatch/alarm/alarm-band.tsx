import { BellRing, RadioTower, VolumeX } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { Alarm } from "#data/alarms/queries.ts";
import { useUnsentAlarms } from "#data/alarms/until-sent.ts";
import { randomKey } from "#shared/random-key.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { sinceText } from "#shared/format/since.ts";
import { Button } from "#shared/ui/button.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { ClearDialog, PlaceDialog } from "./alarm-dialogs.tsx";
import { alarmTexts as texts } from "./alarm-texts.ts";
import { turnOnSound, useIsSoundOn } from "./sound.ts";
import { useRecord } from "./use-alarm-actions.ts";
import { useAlarmSigns } from "./use-alarm-signs.ts";
import { useAlarms } from "./use-alarms.ts";

/** The milliseconds after which an alarm also says that nobody has acknowledged it. */
const UNHEARD_MS = 60_000;

/**
 * The open alarms, over the top of every screen of dispatch (document 5 §3). The focus stays where somebody types.
 * @param isWall whether the band is on a wall: larger, with nothing to press.
 */
export function AlarmBand({ isWall = false }: { isWall?: boolean }) {
  const alarms = useAlarms();
  const unheard = alarms.filter(({ acknowledged_at }) => acknowledged_at === null);
  useAlarmSigns(unheard);
  const record = useRecord();
  const [asked, setAsked] = useState<{ what: "clear" | "place"; alarm: Alarm }>();
  const acknowledge = (alarm: Alarm) =>
    void record.run({ kind: "acknowledged", alarmId: alarm.id, eventId: randomKey() });
  useKey("F9", () => !isWall && unheard[0] !== undefined && acknowledge(unheard[0]));
  return (
    <section aria-label={texts.band} lang="en" className="sticky top-0 z-30 max-h-[40dvh] shrink-0 overflow-y-auto">
      <div role="alert">
        <UnsentAlarms />
        {alarms.map((alarm) => (
          <AlarmLine
            key={alarm.id}
            {...{ alarm, isWall }}
            isPending={record.isPending(alarm.id)}
            onAcknowledge={() => acknowledge(alarm)}
            onAsk={(what) => setAsked({ what, alarm })}
          />
        ))}
      </div>
      {asked?.what === "clear" && <ClearDialog alarm={asked.alarm} onClose={() => setAsked(undefined)} />}
      {asked?.what === "place" && <PlaceDialog alarm={asked.alarm} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

/** The alarms that found no server yet: whoever raised one hears of it by radio alone. */
export function UnsentAlarms() {
  const unsent = useUnsentAlarms();
  return [...unsent].map(([id, unit]) => (
    <p key={id} className="flex flex-wrap items-center gap-x-4 bg-ink px-4 py-3 text-xl font-bold text-canvas sm:px-6">
      <RadioTower aria-hidden="true" />
      {texts.notSent(unit)}
      <span className="text-base font-normal">{texts.trying}</span>
    </p>
  ));
}

type LineProps = {
  alarm: Alarm;
  isWall: boolean;
  isPending: boolean;
  onAcknowledge: () => void;
  onAsk: (what: "clear" | "place") => void;
};

function AlarmLine({ alarm, isWall, isPending, onAcknowledge, onAsk }: LineProps) {
  const { unit_number: unit, place, raised_at: at, acknowledged_at: heard } = alarm;
  const since = useClockText((now) => texts.since(toTimeValue(new Date(at)), sinceText(at, now, texts.now)));
  const isLong = useClockText((now) => (now - Date.parse(at) >= UNHEARD_MS ? "long" : "")) !== "";
  return (
    <div
      className={
        heard === null
          ? "flex flex-wrap items-center gap-x-5 gap-y-1 bg-danger px-4 py-2 text-on-danger sm:px-6"
          : "flex flex-wrap items-center gap-x-5 gap-y-1 border-b-4 border-danger bg-danger-soft px-4 py-2 text-danger-strong sm:px-6"
      }
      style={isWall ? { fontSize: "5vh", lineHeight: 1.1 } : undefined}
    >
      <strong className={isWall ? "flex items-center gap-3" : "flex items-center gap-2 text-xl"}>
        <BellRing aria-hidden="true" />
        {texts.named(unit)}
      </strong>
      {place !== "" && <span className="font-semibold wrap-anywhere">{place}</span>}
      <time dateTime={at}>{since}</time>
      {alarm.raised_by !== null && !isWall && <span>{texts.raisedBy(alarm.raised_by)}</span>}
      {heard === null && isLong && <strong>{texts.unheard}</strong>}
      {heard !== null && <strong>{texts.acknowledgedBy(alarm.acknowledged_by ?? texts.somebody)}</strong>}
      {!isWall && (
        <span className="ml-auto flex flex-wrap gap-2">
          <Button size="small" aria-label={texts.placeNamed(unit)} onClick={() => onAsk("place")}>
            {texts.place}
          </Button>
          {heard === null ? (
            <Button
              size="small"
              aria-label={texts.acknowledgeNamed(unit)}
              aria-keyshortcuts="F9"
              pending={isPending}
              onClick={onAcknowledge}
            >
              {texts.acknowledge} (F9)
            </Button>
          ) : (
            <Button size="small" aria-label={texts.clearNamed(unit)} onClick={() => onAsk("clear")}>
              {texts.clear}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

/** Says that this browser is silent, and turns its sound on; nothing while it sounds. */
export function SoundState({ isPressable = true }: { isPressable?: boolean }) {
  const isOn = useIsSoundOn();
  if (isOn) return null;
  return (
    <span className="flex items-center gap-2">
      <VolumeX aria-hidden="true" className="size-5 text-danger-strong" />
      {texts.sound.off}
      {isPressable && (
        <Button
          size="small"
          onClick={() => {
            turnOnSound();
            if ("Notification" in globalThis && Notification.permission === "default")
              void Notification.requestPermission();
          }}
        >
          {texts.sound.turnOn}
        </Button>
      )}
    </span>
  );
}

/** Calls `onKey` at a key of its own from everywhere, fields too. */
export function useKey(key: string, onKey: () => void, isShift = false): void {
  const handleKey = useEffectEvent(onKey);
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      if (event.key !== key || event.shiftKey !== isShift || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) handleKey();
    };
    document.addEventListener("keydown", follow);
    return () => document.removeEventListener("keydown", follow);
  }, [key, isShift]);
}
