import { Camera, ImagePlus } from "lucide-react";
import { PickButton } from "#shared/form/pick-button.tsx";
import { Button } from "#shared/ui/button.tsx";
import { photoTexts as texts } from "./photo-texts.ts";

type PickButtonsProps = {
  onPick: (files: File[]) => void;
  /** Opens a camera of the page; without it the device's own opens. */
  onCamera?: () => void;
  disabled?: boolean;
};

/** The buttons for photos: on a touch device the camera first, then the device's pictures. */
export function PickButtons({ onPick, onCamera, disabled = false }: PickButtonsProps) {
  const icon = <Camera aria-hidden="true" />;
  return (
    <div className="flex flex-wrap gap-3">
      {onCamera === undefined ? (
        <PickButton isCamera {...{ onPick, disabled, icon }} label={texts.take} />
      ) : (
        <div className="hidden pointer-coarse:block">
          <Button disabled={disabled} onClick={onCamera}>
            {icon}
            {texts.take}
          </Button>
        </div>
      )}
      <PickButton {...{ onPick, disabled }} icon={<ImagePlus aria-hidden="true" />} label={texts.choose} />
    </div>
  );
}
