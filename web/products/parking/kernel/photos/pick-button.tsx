import { Camera, ImagePlus } from "lucide-react";
import { type ChangeEvent, type ReactNode, useRef } from "react";
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

type PickButtonProps = {
  isCamera?: boolean;
  onPick: (files: File[]) => void;
  disabled: boolean;
  icon: ReactNode;
  label: string;
};

/** A button for photos. With `isCamera` it opens the camera of a touch device, and is hidden elsewhere. */
export function PickButton({ isCamera = false, onPick, disabled, icon, label }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    target.value = "";
    if (files.length > 0) onPick(files);
  }
  return (
    <div className={isCamera ? "hidden pointer-coarse:block" : undefined}>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        multiple={!isCamera}
        {...(isCamera && { capture: "environment" })}
        onChange={handleChange}
      />
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        {icon}
        {label}
      </Button>
    </div>
  );
}
