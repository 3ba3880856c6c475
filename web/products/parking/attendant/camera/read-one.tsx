import { useRef, useState } from "react";
import { readablePlate } from "#contract/plate.ts";
import { Button } from "#shared/ui/button.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { useCamera } from "../device/use-camera.ts";
import { cameraTexts as texts } from "./camera-texts.ts";
import { CameraView } from "./camera-view.tsx";
import type { Reading } from "./reading/reading.ts";
import { type Agreed, agree, withDoubts } from "./rules/agreement.ts";
import { hintOf } from "./rules/hints.ts";
import { FRAME_SIZE, type KeptFrame, keptFrame, useFrames } from "./use-frames.ts";
import { useReader } from "./use-reader.ts";

type ReadOneProps = {
  onPlate: (agreed: Agreed, frame: KeptFrame) => void;
  /** Opens the input field with the read plate, for a correction. */
  onCorrect: (plate: string) => void;
  onClose: () => void;
};

/** The mode `Läs skylten`: reads frames until a plate is certain, or the attendant confirms an uncertain one. */
export function ReadOne({ onPlate, onCorrect, onClose }: ReadOneProps) {
  const { state, fetchIt } = useReader();
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, FRAME_SIZE);
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  const [hint, setHint] = useState<string>();
  const [last, setLast] = useState<KeptFrame>();
  const reader = state.step === "ready" && camera.problem === undefined ? state.reader : undefined;
  useFrames(video, reader, (frame) => {
    const next = agree(readings, frame.reading);
    setReadings(next.readings);
    const isUnsteady = new Set(next.readings.map(({ plate }) => plate)).size > 2;
    setHint(hintOf({ ...frame, boxHeight: frame.boxHeight, isUnsteady }));
    if (frame.reading === undefined) return;
    const kept = keptFrame(frame);
    if (next.agreed !== undefined) onPlate(next.agreed, kept);
    else setLast(kept);
  });
  const shown = readings.at(-1);
  return (
    <CameraView
      {...{ state, video, camera, onClose }}
      onFetch={fetchIt}
      over={shown !== undefined && <Plate value={withDoubts(shown)} size="large" />}
    >
      {reader !== undefined && (
        <p aria-live="polite" className="min-h-7 text-lg font-semibold">
          {hint ?? texts.aim}
        </p>
      )}
      {shown !== undefined && last !== undefined && (
        <div className="flex flex-wrap gap-3">
          <Button
            size="large"
            onClick={() => onPlate({ plate: shown.plate, certainty: shown.certainty, readings: shown.others }, last)}
          >
            {texts.confirm(readablePlate(shown.plate))}
          </Button>
          <Button size="large" onClick={() => onCorrect(shown.plate)}>
            {texts.correct}
          </Button>
        </div>
      )}
    </CameraView>
  );
}
