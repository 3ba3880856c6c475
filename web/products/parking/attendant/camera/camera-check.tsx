import { Camera, Footprints } from "lucide-react";
import { lazy, type RefObject, Suspense, useImperativeHandle, useState } from "react";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { Button } from "#shared/ui/button.tsx";
import { readySignal } from "../check/answer-signal.ts";
import type { Checked, PlateCheck } from "../check/use-plate-check.ts";
import type { AttendantAt } from "../shell/for-attendants.tsx";
import { handPhoto } from "../fines/photos/handed-photo.ts";
import { cameraTexts as texts } from "./camera-texts.ts";
import { useCameraCheck } from "./use-camera-check.ts";

const ReadOne = lazy(async () => ({ default: (await import("./read-one.tsx")).ReadOne }));
const WalkRow = lazy(async () => ({ default: (await import("./walk-row.tsx")).WalkRow }));
const FineQuestion = lazy(async () => ({ default: (await import("./fine-question.tsx")).FineQuestion }));

/** Asks the attendant before a fine opens; returns true when the fine may open at once. */
export type FineGate = (checked: Checked, goOn: () => void) => boolean;

type CameraCheckProps = Pick<AttendantAt, "project"> & {
  check: PlateCheck;
  gate: RefObject<FineGate | null>;
};

/**
 * The buttons `Läs skylten` and `Gå längs raden` beside the plate check, when the site's admin has turned the camera on (document 4 §6a).
 */
export function CameraCheck({ project, check, gate }: CameraCheckProps) {
  const { data: settings } = useQuery({ ...siteSettingsQueries.of(project ?? ""), enabled: project !== undefined });
  const [mode, setMode] = useState<"one" | "row">();
  const [question, setQuestion] = useState<{ checked: Checked; goOn: () => void }>();
  const camera = useCameraCheck({ project }, check);
  useImperativeHandle(gate, () => (checked, goOn) => {
    if (checked.id !== camera.read?.id) return true;
    setQuestion({ checked, goOn });
    return false;
  });

  function correct(plate: string) {
    setMode(undefined);
    setQuestion(undefined);
    camera.forget();
    check.startAnew(plate);
  }

  async function fine(keepsPicture: boolean) {
    const picture = keepsPicture ? await camera.read?.frame?.picture : null;
    handPhoto(picture ? new File([picture], "skylt.jpg", { type: "image/jpeg" }) : undefined);
    setQuestion(undefined);
    camera.forget();
    question?.goOn();
  }

  if (settings?.camera_on !== true) return null;
  return (
    <Suspense>
      {mode === undefined && <Ways onChoose={setMode} />}
      {mode !== undefined && <Opened {...{ mode, camera }} onCorrect={correct} onClose={() => setMode(undefined)} />}
      {question !== undefined && (
        <FineQuestion
          plate={question.checked.plate}
          cut={camera.read?.frame?.cut}
          onYes={(keepsPicture) => void fine(keepsPicture)}
          onCorrect={() => correct(question.checked.plate)}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </Suspense>
  );
}

type OpenedProps = {
  mode: "one" | "row";
  camera: ReturnType<typeof useCameraCheck>;
  onCorrect: (plate: string) => void;
  onClose: () => void;
};

function Opened({ mode, camera, onCorrect, onClose }: OpenedProps) {
  if (mode === "one") {
    return (
      <ReadOne
        {...{ onCorrect, onClose }}
        onPlate={(agreed, frame) => {
          onClose();
          void camera.check(agreed, frame);
        }}
      />
    );
  }
  return (
    <WalkRow
      ask={camera.ask}
      onClose={onClose}
      onShow={(checked, frame) => {
        onClose();
        camera.show(checked, frame);
      }}
    />
  );
}

function Ways({ onChoose }: { onChoose: (mode: "one" | "row") => void }) {
  const choose = (mode: "one" | "row") => {
    readySignal();
    onChoose(mode);
  };
  return (
    <div className="mb-6 flex flex-wrap gap-3">
      <Button size="large" onClick={() => choose("one")}>
        <Camera aria-hidden="true" />
        {texts.read}
      </Button>
      <Button size="large" onClick={() => choose("row")}>
        <Footprints aria-hidden="true" />
        {texts.walk}
      </Button>
    </div>
  );
}
