import { WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useLostSince } from "#data/contact.ts";
import { unitStatusQueries } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { useQuery } from "#data/use-query.ts";
import type { Session } from "#session/store.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { AlarmButton } from "../alarm/alarm-button.tsx";
import { SoundState } from "../alarm/alarm-band.tsx";
import { WaitingCalls } from "../calls/waiting-calls.tsx";
import { OffDutySoon } from "../off-duty/off-duty-soon.tsx";
import { OwnLoginEnd } from "../parts/own-login-end.tsx";
import { BELOW_ALARMS, StickyHeight } from "../parts/sticky-height.tsx";
import { useMinimums } from "../parts/use-minimums.ts";
import { useUnits } from "../parts/use-units.ts";
import { belowMinimum } from "../rules/minimums.ts";
import { dutyOf } from "../rules/on-duty.ts";
import { SoundChoices } from "./sound-choices.tsx";
import { barTexts as texts } from "./bar-texts.ts";

const NO_UNITS: readonly Unit[] = [];
/** The most places that a phone's bar names: more of them would cover what is below. */
const ON_PHONE = 2;

/** The bar above dispatch's tabs, which never scrolls away (document 5 §3): the units on duty, and whether the line is there. */
export function DispatchBar(login: { kind: "operator" | "dispatch-admin"; session: Session }) {
  const statuses = useQuery(unitStatusQueries.list());
  const minimums = useMinimums();
  const units = useUnits(() => undefined);
  const isKnown = units.data !== undefined && statuses.data !== undefined;
  const { free, onDuty } = dutyOf(units.data ?? [], statuses.data ?? []);
  const below = isKnown ? belowMinimum(units.data, statuses.data, minimums) : [];
  return (
    <StickyHeight name="--bar">
      <section
        aria-label={texts.label}
        style={{ top: BELOW_ALARMS }}
        className="sticky z-20 -mx-4 mb-1 flex min-h-12 flex-wrap items-center gap-x-6 bg-canvas px-4 sm:-mx-6 sm:px-6"
      >
        <OwnLoginEnd {...login} />
        {/* Texts on their way keep their room, so that nothing beside them moves. */}
        <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-6 wrap-anywhere">
          <p className="min-h-6 font-bold tabular-nums max-sm:basis-full">
            {isKnown ? texts.free(free, onDuty) : <span className="invisible">{texts.free(0, 0)}</span>}
          </p>
          <WaitingCalls />
          {below.map(({ location, free, min_free }, at) => (
            <span key={location} className={at < ON_PHONE ? undefined : "max-sm:hidden"}>
              <Badge tone="danger">{texts.below(location, free, min_free)}</Badge>
            </span>
          ))}
          {below.length > ON_PHONE && (
            <span className="sm:hidden">
              <Badge tone="danger">{texts.moreBelow(below.length - ON_PHONE)}</Badge>
            </span>
          )}
          <OffDutySoon />
          <ConnectionState />
        </div>
        {/* On a phone the silence has a row below, so that the alarm stands where it always does. */}
        <div className="empty:hidden max-sm:order-2 max-sm:basis-full">
          <SoundState />
        </div>
        <div className="ml-auto flex items-center gap-x-4">
          <SoundChoices />
          <AlarmButton units={units.data ?? NO_UNITS} />
        </div>
      </section>
    </StickyHeight>
  );
}

/** Since when there is no connection, spoken when it begins. */
export function ConnectionState() {
  const lost = useLostSince();
  return (
    <output
      className={
        lost === undefined
          ? undefined
          : "flex items-center gap-2 rounded-control bg-danger px-3 py-1 font-bold text-on-danger"
      }
    >
      {lost !== undefined && (
        <>
          <WifiOff aria-hidden="true" className="size-5" />
          {texts.noConnection(toTimeValue(new Date(lost)))}
        </>
      )}
    </output>
  );
}

/** Its children, grey while there is no connection, because they may be old. */
export function GreyWhileLost({ children }: { children: ReactNode }) {
  return <div className={useLostSince() === undefined ? undefined : "grayscale"}>{children}</div>;
}
