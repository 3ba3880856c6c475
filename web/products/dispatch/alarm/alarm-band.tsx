import { clsx } from "clsx";
import { BellRing, RadioTower, VolumeX } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { Alarm } from "#data/alarms/queries.ts";
import { useUnsentAlarms } from "#data/alarms/until-sent.ts";
import type { WallAlarm } from "#data/dispatch_links/wall-board.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { dayAndTimeText, spanSince } from "../rules/moment-text.ts";
import { ClearDialog, PlaceDialog } from "./alarm-dialogs.tsx";
import { alarmTexts as texts } from "./alarm-texts.ts";
import { turnOnSound, useIsSoundOn } from "./sound.ts";
import { useRecord } from "./use-alarm-actions.ts";
import { useAlarmSigns } from "./use-alarm-signs.ts";
import { useAlarms } from "./use-alarms.ts";
import "./alarm-band.css";

/** The milliseconds after which an alarm also says that nobody has acknowledged it. */
const UNHEARD_MS = 60_000;

/** The open alarms, over the top of every screen of dispatch (document 5 §3). The focus stays where somebody types. */
export function AlarmBand() {
  const alarms = useAlarms();
  const unheard = alarms.filter(isUnheard);
  useAlarmSigns(unheard);
  const record = useRecord();
  const [asked, setAsked] = useState<{ what: "clear" | "place"; alarm: Alarm }>();
  const acknowledge = (alarm: Alarm) =>
    void record.run({ kind: "acknowledged", alarmId: alarm.id, eventId: randomKey() });
  useKey("F9", () => unheard[0] !== undefined && acknowledge(unheard[0]));
  return (
    <section aria-label={texts.band} lang="en" className="@container sticky top-0 z-30 max-h-[40dvh] overflow-y-auto">
      <div role="alert">
        <UnsentAlarms />
        {alarms.map((alarm) => (
          <AlarmLine key={alarm.id} alarm={alarm} raisedBy={alarm.raised_by}>
            <AlarmButtons
              alarm={alarm}
              hasKey={alarm.id === unheard[0]?.id}
              isPending={record.isPending(alarm.id)}
              onAcknowledge={() => acknowledge(alarm)}
              onAsk={(what) => setAsked({ what, alarm })}
            />
          </AlarmLine>
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

/** The alarms that a wall has room for; the others are counted. */
const WALL_ALARMS = 5;

/** The open alarms over a wall: large, and with nothing to press. */
export function WallAlarms({ alarms }: { alarms: readonly WallAlarm[] }) {
  useAlarmSigns(alarms.filter(isUnheard));
  const left = alarms.length - WALL_ALARMS;
  return (
    <section
      aria-label={texts.band}
      lang="en"
      className="shrink-0 text-[min(5vh,8vw)] leading-[1.1] [&_svg]:size-[0.9em] [&_svg]:shrink-0"
    >
      <div role="alert">
        {alarms.slice(0, WALL_ALARMS).map((alarm) => (
          <AlarmLine key={alarm.id} alarm={alarm} />
        ))}
        {left > 0 && <strong className="block bg-danger px-4 text-on-danger sm:px-6">{texts.left(left)}</strong>}
      </div>
    </section>
  );
}

const isUnheard = ({ acknowledged_at }: WallAlarm) => acknowledged_at === null;

type LineProps = { alarm: WallAlarm; raisedBy?: string | null; children?: ReactNode };

function AlarmLine({ alarm, raisedBy = null, children }: LineProps) {
  const { unit_number: unit, place, raised_at: at, acknowledged_at: heard } = alarm;
  const since = useClockText((now) => texts.since(dayAndTimeText(at, now), spanSince(at, now, texts.now)));
  const isLong = useClockText((now) => (now - Date.parse(at) >= UNHEARD_MS ? "long" : "")) !== "";
  return (
    <div
      className={clsx(
        "flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-2 sm:px-6",
        children !== undefined && "alarm-line",
        heard === null ? "bg-danger text-on-danger" : "border-b-4 border-danger bg-danger-soft text-danger-strong",
      )}
    >
      <strong
        className={
          children === undefined
            ? "flex items-center gap-3 wrap-anywhere"
            : "flex items-center gap-2 text-xl wrap-anywhere"
        }
      >
        <BellRing aria-hidden="true" className="shrink-0" />
        {texts.named(unit)}
      </strong>
      {place !== "" && <span className="place font-semibold wrap-anywhere">{place}</span>}
      <time dateTime={at}>{since}</time>
      {raisedBy !== null && <span className="raised wrap-anywhere">{texts.raisedBy(raisedBy)}</span>}
      {heard === null && isLong && <strong className="said">{texts.unheard}</strong>}
      {heard !== null && (
        <strong className="said wrap-anywhere">{texts.acknowledgedBy(alarm.acknowledged_by ?? texts.somebody)}</strong>
      )}
      {children}
    </div>
  );
}

type ButtonsProps = {
  alarm: Pick<Alarm, "unit_number" | "acknowledged_at">;
  /** Whether F9 acknowledges this one of several alarms. */
  hasKey: boolean;
  isPending: boolean;
  onAcknowledge: () => void;
  onAsk: (what: "clear" | "place") => void;
};

/** What is pressed about an alarm. */
export function AlarmButtons({ alarm, hasKey, isPending, onAcknowledge, onAsk }: ButtonsProps) {
  const unit = alarm.unit_number;
  return (
    <span className="buttons ml-auto flex flex-wrap gap-2">
      <Button size="small" aria-label={texts.placeNamed(unit)} onClick={() => onAsk("place")}>
        {texts.place}
      </Button>
      {alarm.acknowledged_at === null ? (
        <Button
          size="small"
          aria-label={texts.acknowledgeNamed(unit)}
          aria-keyshortcuts={hasKey ? "F9" : undefined}
          pending={isPending}
          onClick={onAcknowledge}
        >
          <span>
            {texts.acknowledge}
            {hasKey && <span className="max-sm:hidden"> (F9)</span>}
          </span>
        </Button>
      ) : (
        <Button size="small" aria-label={texts.clearNamed(unit)} onClick={() => onAsk("clear")}>
          {texts.clear}
        </Button>
      )}
    </span>
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
