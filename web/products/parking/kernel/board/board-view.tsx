import { formatCount } from "#shared/format/money.ts";
import type { ProjectId } from "#shared/paths.ts";
import { Segments } from "#shared/ui/segments.tsx";
import { useUrlTab } from "../page/use-url-tab.ts";
import { boardTexts } from "./board-texts.ts";
import { useParkingCounts } from "./use-parking-list.ts";

/** All parkings are shown first (document 1 §2). */
const SHOWN = ["all", "active", "expired"] as const;
/** The choice of the list: all parkings, newest first, or some by their end. */
export type BoardView = (typeof SHOWN)[number];

/** The choice, kept in the address. */
export const useBoardView = () => useUrlTab("show", SHOWN);

const ORDER: readonly BoardView[] = ["active", "all", "expired"];

type BoardViewChoiceProps = { project: ProjectId; shown: BoardView; onChange: (shown: BoardView) => void };

/** The buttons of the choice, each with its count. */
export function BoardViewChoice({ project, shown, onChange }: BoardViewChoiceProps) {
  const { data } = useParkingCounts(project);
  return (
    <Segments
      label={boardTexts.dashboard.show}
      value={shown}
      onChange={onChange}
      segments={ORDER.map((value) => ({
        value,
        label: boardTexts.dashboard.shown[value],
        count: data && formatCount(data[value]),
      }))}
    />
  );
}
