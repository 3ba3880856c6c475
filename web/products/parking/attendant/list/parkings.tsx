import { FileText, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { mayBePlate, plateKey, readablePlate } from "#contract/plate.ts";
import { useDeleteParking } from "#data/parkings/mutations.ts";
import type { Parking } from "#data/parkings/queries.ts";
import type { Session } from "#session/store.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { loadConfirmDialog } from "#shared/feedback/confirm.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Board } from "#parking/kernel/board/board.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { FROM_LIST } from "../shell/use-way-back.ts";
import type { BoardState } from "#parking/kernel/board/use-board.ts";
import { boardTexts } from "#parking/kernel/board/board-texts.ts";

const { dashboard } = boardTexts;

/** Two buttons of 56 px side by side on a phone; the icons give way to the words. */
const ACTION = "max-sm:flex-auto max-sm:px-2 max-sm:text-base max-sm:[&_svg]:hidden";

type ParkingsProps = { project: ProjectId; session: Session; log: Log; board: BoardState };

const useRemoveParking = defineAction({
  mutation: useDeleteParking,
  thing: ({ parking }) => parking.id,
  ask: ({ parking }) => ({
    title: boardTexts.parking.confirmTitle(readablePlate(parking.ref_number)),
    description: boardTexts.parking.confirmText(parking.car_model, parking.street),
    confirmText: boardTexts.parking.confirm,
    danger: true,
  }),
  done: () => boardTexts.parking.removed,
  failed: () => boardTexts.parking.removeFailed,
  log: {
    name: "delete_parking",
    about: ({ parking }) => ({ parking_id: parking.id, ref_number: parking.ref_number }),
    tries: true,
  },
});

/** The list of parkings, with the attendant's actions. */
export function Parkings({ project, session, log, board }: ParkingsProps) {
  const navigate = useNavigate();
  const remove = useRemoveParking({ log, focus: mainIfFocusLost });
  // If the code fails to load now, the question loads it again.
  useEffect(() => void loadConfirmDialog().catch(() => undefined), []);

  function handleFine(parking: Parking) {
    log("navigate_to_generate_ticket", { parking_id: parking.id, ref_number: parking.ref_number });
    void navigate(paths.generateTicket(project, parking.id), { state: FROM_LIST });
  }

  return (
    <Board
      board={board}
      className="grid gap-2 pb-2 lg:sticky lg:top-0 lg:z-10 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-x-3 lg:bg-canvas lg:pt-2 lg:pb-0"
      hidesLabel
      noHits={<ReportUnknown {...{ project, log }} term={board.search.term} />}
      renderActions={(parking) => (
        <>
          <Button size="large" className={ACTION} onClick={() => handleFine(parking)}>
            <FileText aria-hidden="true" />
            {boardTexts.parking.createFine}
          </Button>
          <Button
            size="large"
            className={`${ACTION} border-danger! text-danger!`}
            pending={remove.isPending(parking.id)}
            onClick={() => void remove.run({ parking, deletedBy: session.userId })}
          >
            <Trash2 aria-hidden="true" />
            {boardTexts.parking.remove}
          </Button>
        </>
      )}
    />
  );
}

/** The number of letters and digits that a plate may have. */
const PLATE_LENGTH = { min: 2, max: 12 } as const;

/** A button for a car without a parking: it opens a report with the plate filled in. */
function ReportUnknown({ project, log, term }: { project: ProjectId; log: Log; term: string }) {
  const navigate = useNavigate();
  const { length } = plateKey(term);
  if (!mayBePlate(term) || length < PLATE_LENGTH.min || length > PLATE_LENGTH.max) return null;
  const plate = readablePlate(term);
  return (
    <Button
      className="mb-6"
      onClick={() => {
        log("click_create_report");
        void navigate(paths.createReport(project), { state: { ...FROM_LIST, plate } });
      }}
    >
      <FileText aria-hidden="true" />
      {dashboard.reportOf(plate)}
    </Button>
  );
}
