import { useEffect, useRef, useState } from "react";
import { readablePlate } from "#contract/plate.ts";
import type { Checked } from "../check/use-plate-check.ts";
import { answerWords } from "../check/rules/answer-words.ts";
import { signalAnswer } from "../check/answer-signal.ts";
import { Button } from "#shared/ui/button.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { useAwakeScreen } from "../device/use-awake-screen.ts";
import { useCamera } from "../device/use-camera.ts";
import { cameraTexts as texts } from "./camera-texts.ts";
import { CameraView } from "./camera-view.tsx";
import type { Reading } from "./reading/reading.ts";
import { type Agreed, agree, withDoubts } from "./rules/agreement.ts";
import { hintOf } from "./rules/hints.ts";
import { seePlate, type SeenPlates } from "./rules/seen-plates.ts";
import { FRAME_SIZE, type KeptFrame, keptFrame, useFrames } from "./use-frames.ts";
import { useReader } from "./use-reader.ts";

/** A car of the walk: its plate, and the answer once it is there; undefined means that the check failed. */
type Car = { agreed: Agreed; checked?: Checked | undefined; isAsked: boolean; frame?: KeptFrame };

type WalkRowProps = {
  ask: (agreed: Agreed) => Promise<Checked | undefined>;
  onShow: (checked: Checked, frame: KeptFrame | undefined) => void;
  onClose: () => void;
};

/** A reading that the attendant confirms although it is uncertain. */
const agreedOf = ({ plate, certainty, others }: Reading): Agreed => ({ plate, certainty, readings: others });

const hasNoRight = ({ checked }: Car) => checked?.answer.outcome === "none" || checked?.answer.outcome === "expired";

/** The mode `Gå längs raden`: reads plate after plate and checks each once, until a car has no right to stand there (document 4 §6a). */
export function WalkRow({ ask, onShow, onClose }: WalkRowProps) {
  const { state, fetchIt } = useReader();
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, FRAME_SIZE);
  useAwakeScreen();
  const { cars, stopped, goOn, look, wasSeen, take } = useWalk(ask);
  const [hint, setHint] = useState<string>();
  const [shown, setShown] = useState<{ reading: Reading; frame: KeptFrame }>();
  const isReading = camera.problem === undefined && stopped === undefined;
  const reader = state.step === "ready" && isReading ? state.reader : undefined;
  useFrames(video, reader, (frame) => {
    const kept = keptFrame(frame);
    setShown(frame.reading && { reading: frame.reading, frame: kept });
    const isUnsteady = take(frame.reading, kept);
    setHint(hintOf({ ...frame, boxHeight: frame.boxHeight, isUnsteady }));
  });
  return (
    <CameraView
      {...{ state, video, camera, onClose }}
      onFetch={fetchIt}
      over={shown && <Plate value={withDoubts(shown.reading)} />}
    >
      <p aria-live="polite" className="min-h-7 text-lg font-semibold">
        {hint ?? (reader === undefined ? "" : texts.aim)}
      </p>
      {stopped === undefined && shown !== undefined && !wasSeen(shown.reading.plate) && (
        <Button size="large" onClick={() => void look(agreedOf(shown.reading), shown.frame)}>
          {texts.confirm(readablePlate(shown.reading.plate))}
        </Button>
      )}
      {stopped?.checked !== undefined && (
        <Stopped car={stopped} onShow={() => stopped.checked && onShow(stopped.checked, stopped.frame)} onGoOn={goOn} />
      )}
      <CarList cars={cars} />
    </CameraView>
  );
}

/** The cars of a walk. Each certain plate is checked once, and the first car without a right stops the walk. */
function useWalk(ask: WalkRowProps["ask"]) {
  const [cars, setCars] = useState<readonly Car[]>([]);
  const [stopped, setStopped] = useState<Car>();
  const [seen, setSeen] = useState<SeenPlates>(new Map());
  const [readings, setReadings] = useState<readonly Reading[]>([]);

  async function look(agreed: Agreed, frame: KeptFrame) {
    setSeen((before) => new Map([...before, [agreed.plate, Date.now()]]));
    setCars((all) => [{ agreed, isAsked: false }, ...all]);
    const checked = await ask(agreed);
    const car: Car = { agreed, checked, isAsked: true };
    setCars((all) => all.map((one) => (one.agreed === agreed ? car : one)));
    // A plate without an answer is checked again when it is seen again.
    if (checked === undefined) setSeen((before) => new Map([...before].filter(([plate]) => plate !== agreed.plate)));
    else signalAnswer(checked.answer.outcome);
    // Only the car that stops the walk keeps its picture.
    if (hasNoRight(car)) setStopped({ ...car, frame });
  }

  return {
    cars,
    stopped,
    goOn: () => setStopped(undefined),
    look,
    wasSeen: (plate: string) => !seePlate(seen, plate, Date.now()).isNew,
    /** Adds a frame's reading; returns whether the last readings differ too much. */
    take: (reading: Reading | undefined, frame: KeptFrame): boolean => {
      const next = agree(readings, reading);
      setReadings(next.agreed === undefined ? next.readings : []);
      if (next.agreed !== undefined && seePlate(seen, next.agreed.plate, Date.now()).isNew)
        void look(next.agreed, frame);
      return new Set(next.readings.map(({ plate }) => plate)).size > 2;
    },
  };
}

/** The car without a right. It stops the walk until the attendant decides. */
function Stopped({ car, onShow, onGoOn }: { car: Car; onShow: () => void; onGoOn: () => void }) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div role="alert" className="grid gap-3 rounded-control border-2 border-danger p-3">
      <p className="text-lg font-bold text-danger">
        {texts.stop}: {readablePlate(car.agreed.plate)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button ref={first} size="large" variant="primary" onClick={onShow}>
          {texts.show(readablePlate(car.agreed.plate))}
        </Button>
        <Button size="large" onClick={onGoOn}>
          {texts.goOn}
        </Button>
      </div>
    </div>
  );
}

/** The cars of this walk, newest first. */
function CarList({ cars }: { cars: readonly Car[] }) {
  const [now] = useState(() => Date.now());
  if (cars.length === 0) return <p className="text-ink-soft">{texts.none}</p>;
  return (
    <ol aria-label={texts.list} className="grid max-h-[40svh] gap-2 overflow-y-auto">
      {cars.map(({ agreed, checked, isAsked }) => (
        <li key={`${agreed.plate} ${checked?.id ?? ""}`} className="flex flex-wrap items-center gap-3">
          <Plate value={agreed.plate} size="small" />
          <span className="font-bold">
            {checked === undefined ? (isAsked ? texts.failed : texts.asking) : answerWords(checked.answer, now).word}
          </span>
        </li>
      ))}
    </ol>
  );
}
