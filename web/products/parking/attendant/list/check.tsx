import { useRef } from "react";
import { useNavigate } from "react-router";
import { readablePlate } from "#contract/plate.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { useLazyCode } from "#shared/use-lazy-code.ts";
import type { FineGate } from "../camera/camera-check.tsx";
import { CheckPanel } from "../check/check-panel.tsx";
import { type Checked, usePlateCheck } from "../check/use-plate-check.ts";
import type { AttendantAt } from "../shell/for-attendants.tsx";
import { FROM_LIST } from "../shell/use-way-back.ts";

const loadCamera = () => import("../camera/camera-check.tsx");

/** The check with its own state, so that the list below is not drawn again at each letter. */
export function Check({ session, project, log }: Pick<AttendantAt, "session" | "project"> & { log: Log }) {
  const check = usePlateCheck({ project });
  const handleFine = useFineOfCheck(project, log);
  const camera = useLazyCode(loadCamera);
  const gate = useRef<FineGate>(null);
  return (
    <CheckPanel
      check={check}
      onFine={(checked) => (gate.current?.(checked, () => handleFine(checked)) ?? true) && handleFine(checked)}
    >
      {camera && <camera.CameraCheck {...{ session, project, check, gate }} />}
    </CheckPanel>
  );
}

/** Leads from an answer to the fine of its parking, or to the report of a car without one. */
function useFineOfCheck(project: ProjectId, log: Log): (checked: Checked) => void {
  const navigate = useNavigate();
  return ({ plate, answer: { parking } }) => {
    log(parking === null ? "click_create_report" : "navigate_to_generate_ticket", {
      ref_number: plate,
      ...(parking !== null && { parking_id: parking.id }),
    });
    const to = parking === null ? paths.createReport(project) : paths.generateTicket(project, parking.id);
    void navigate(to, { state: { ...FROM_LIST, plate: readablePlate(plate) } });
  };
}
