import { useListInterval } from "#data/live.ts";
import { useSkipOffDuty } from "#data/dispatch_settings/mutations.ts";
import { dispatchSettingsQueries } from "#data/dispatch_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Button } from "#shared/ui/button.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { refusedPress } from "../parts/refused-press.ts";
import { offDutySoon } from "../rules/off-duty-soon.ts";
import { offDutyTexts as texts } from "./off-duty-texts.ts";

const useSkip = defineAction({
  mutation: useSkipOffDuty,
  done: ({ outcome }) => (outcome === "too_late" ? { kind: "error", text: texts.skippedLate } : texts.skipped),
  failed: (error) => refusedPress(error, texts.notSkipped, texts.failed),
});

/** Says for 15 minutes that the clock takes all units off duty, with the way to leave them on for this day (document 5 §3). */
export function OffDutySoon() {
  const { data: settings } = useQuery({ ...dispatchSettingsQueries.own(), refetchInterval: useListInterval(false) });
  const action = useSkip();
  const day = useClockText((now) => (settings ? (offDutySoon(settings, now) ?? "") : ""));
  return (
    <output className="flex items-center gap-2 empty:hidden">
      {day !== "" && (
        <>
          <b>{texts.soon(settings?.off_duty_at?.slice(0, 5) ?? "")}</b>
          <Button size="small" pending={action.isPending()} onClick={() => void action.run({ day })}>
            {texts.notToday}
          </Button>
        </>
      )}
    </output>
  );
}
