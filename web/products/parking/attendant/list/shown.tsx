import { formatCount } from "#shared/format/money.ts";
import type { ProjectId } from "#shared/paths.ts";
import { Segments } from "#shared/ui/segments.tsx";
import { useUrlTab } from "#parking/kernel/use-url-tab.ts";
import { texts } from "#parking/kernel/texts.ts";
import { useParkingCounts } from "./use-parking-list.ts";

const SHOWN = ["all", "active", "expired"] as const;
/** Which parkings the list shows: all, newest first, or some by their end. */
export type Shown = (typeof SHOWN)[number];

/** Which parkings are shown, kept in the address. */
export const useShown = () => useUrlTab("show", SHOWN);

type ShownChoiceProps = { project: ProjectId; shown: Shown; onChange: (shown: Shown) => void };

/** The choice of what is shown, each with how many there are. */
export function ShownChoice({ project, shown, onChange }: ShownChoiceProps) {
  const { data } = useParkingCounts(project);
  return (
    <Segments
      label={texts.dashboard.show}
      value={shown}
      onChange={onChange}
      segments={SHOWN.map((value) => ({
        value,
        label: texts.dashboard.shown[value],
        count: data && formatCount(data[value]),
      }))}
    />
  );
}
