import { readablePlate } from "#contract/plate.ts";
import type { Permit } from "#data/permits/queries.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { permitTexts as texts } from "./permit-texts.ts";
import { permitPeriod, permitState } from "./rules/permit-state.ts";

const TONES = { valid: "success", later: "brand", over: "neutral", ended: "neutral" } as const;

type PermitRowProps = { permit: Permit; now: number; isEnding: boolean; onEnd: () => void };

/** A permit in the list, named by its plate, with a button that ends it. */
export function PermitRow({ permit, now, isEnding, onEnd }: PermitRowProps) {
  const state = permitState(permit, now);
  const plate = readablePlate(permit.plate);
  return (
    <article
      aria-label={plate}
      className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5"
    >
      <div className="flex min-h-11 grow flex-wrap items-center gap-x-4 gap-y-2">
        <Plate value={plate} size="small" />
        <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
      </div>
      {/* On a narrow screen the button stands below the permit. */}
      {permit.ended_at === null && state !== "over" && (
        <Button size="small" className="max-lg:order-2 max-sm:w-full" pending={isEnding} onClick={onEnd}>
          {texts.end(plate)}
        </Button>
      )}
      <div className="w-full">
        <Facts>
          <Fact name={texts.holder}>{formatOptional(permit.holder)}</Fact>
          <Fact name={texts.period} className="max-lg:col-span-full">
            {permitPeriod(permit)}
          </Fact>
          {permit.ended_at !== null && (
            <Fact name={texts.endedBy}>
              {texts.ended(formatDateTime(permit.ended_at), formatOptional(permit.ended_by))}
            </Fact>
          )}
          {permit.attendant_note !== "" && <Fact name={texts.attendantNote}>{permit.attendant_note}</Fact>}
          {permit.note !== "" && (
            <Fact name={texts.note} wide>
              {permit.note}
            </Fact>
          )}
        </Facts>
      </div>
    </article>
  );
}
