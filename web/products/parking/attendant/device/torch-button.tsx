import { Flashlight } from "lucide-react";
import { Button } from "#shared/ui/button.tsx";
import { deviceTexts } from "./device-texts.ts";
import type { Camera } from "./use-camera.ts";

/** The button of a camera's lamp; nothing for a camera without one. */
export function TorchButton({ torch }: Pick<Camera, "torch">) {
  if (torch === undefined) return null;
  return (
    <Button size="large" aria-pressed={torch.isOn} onClick={torch.turn}>
      <Flashlight aria-hidden="true" />
      {deviceTexts.torch}
    </Button>
  );
}
