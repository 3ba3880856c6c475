import { Search } from "lucide-react";
import type { Log } from "#session/actions/use-activity-log.ts";
import { Button } from "#shared/ui/button.tsx";
import { Board } from "#parking/kernel/board/board.tsx";
import { useBoard } from "#parking/kernel/board/use-board.ts";
import { boardTexts } from "#parking/kernel/board/board-texts.ts";

/** The site's parkings as attendants see them, without the attendants' buttons. */
export function ParkingOverview({ project, log }: { project: string; log: Log }) {
  const board = useBoard(project, log);
  return (
    <Board
      board={board}
      className="grid gap-2 pb-2 md:pb-0"
      beside={
        <Button onClick={board.search.focus}>
          <Search aria-hidden="true" />
          {boardTexts.dashboard.search}
        </Button>
      }
    />
  );
}
