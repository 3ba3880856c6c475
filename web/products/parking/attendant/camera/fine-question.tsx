import { useMemo, useState } from "react";
import { readablePlate } from "#contract/plate.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { cameraTexts } from "./camera-texts.ts";
import type { Pixels } from "./reading/pixels.ts";

const texts = cameraTexts.ask;

type FineQuestionProps = {
  plate: string;
  cut: Pixels | undefined;
  /** `keepsPicture` makes the camera's frame the fine's first photo. */
  onYes: (keepsPicture: boolean) => void;
  onCorrect: () => void;
  onClose: () => void;
};

/** The question `Stämmer skylten?`: the plate's picture beside the read plate, before the form of a fine opens (document 4 §6a). */
export function FineQuestion({ plate, cut, onYes, onCorrect, onClose }: FineQuestionProps) {
  const [usesPicture, setUsesPicture] = useState(false);
  const read = readablePlate(plate);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={texts.title} description={texts.text(read)}>
      <div className="grid gap-5">
        {cut !== undefined && <CutPicture cut={cut} name={texts.picture(read)} />}
        <p className="text-center text-4xl font-extrabold tracking-wide">{read}</p>
        <label className="flex min-h-12 cursor-pointer items-center gap-3 font-semibold">
          <input
            type="checkbox"
            checked={usesPicture}
            onChange={(event) => setUsesPicture(event.target.checked)}
            className="size-6 shrink-0 cursor-pointer accent-brand"
          />
          {texts.asPhoto}
        </label>
        <div className="grid gap-3">
          <Button size="large" variant="primary" onClick={() => onYes(usesPicture)}>
            {texts.yes}
          </Button>
          <Button size="large" onClick={onCorrect}>
            {cameraTexts.correct}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function CutPicture({ cut, name }: { cut: Pixels; name: string }) {
  const address = useMemo(() => addressOf(cut), [cut]);
  return <img src={address} alt={name} className="w-full rounded-control" />;
}

/** A small picture as a data URL. */
function addressOf({ width, height, data }: Pixels): string {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  canvas.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  return canvas.toDataURL();
}
