import { type ChangeEvent, type ReactNode, useRef } from "react";
import { Button } from "#shared/ui/button.tsx";

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
