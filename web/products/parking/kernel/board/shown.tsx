import { formatCount } from "#shared/format/money.ts";
import type { ProjectId } from "#shared/paths.ts";
import { Segments } from "#shared/ui/segments.tsx";
import { useUrlTab } from "../page/use-url-tab.ts";
import { boardTexts } from "./board-texts.ts";
import { useParkingCounts } from "./use-parking-list.ts";

const SHOWN = ["all", "active", "expired"] as const;
/** The choice of the list: all parkings, newest first, or some by their end. */
export type Shown = (typeof SHOWN)[number];

/** The choice, kept in the address. */
export const useShown = () => useUrlTab("show", SHOWN);

type ShownChoiceProps = { project: ProjectId; shown: Shown; onChange: (shown: Shown) => void };

/** The buttons of the choice, each with its count. */
export function ShownChoice({ project, shown, onChange }: ShownChoiceProps) {
  const { data } = useParkingCounts(project);
  return (
    <Segments
      label={boardTexts.dashboard.show}
      value={shown}
      onChange={onChange}
      segments={SHOWN.map((value) => ({
        value,
        label: boardTexts.dashboard.shown[value],
        count: data && formatCount(data[value]),
      }))}
    />
  );
}
