import { Volume2 } from "lucide-react";
import { useState } from "react";
import { TickField } from "#shared/form/tick-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { switchTo, useIsOn } from "../parts/switched-off.ts";
import { barTexts } from "./bar-texts.ts";

const { sounds: texts } = barTexts;

/** Which calls sound on this device. */
export function SoundChoices() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="icon" variant="ghost" aria-label={texts.title} title={texts.title} onClick={() => setOpen(true)}>
        <Volume2 aria-hidden="true" />
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={texts.title} description={texts.about}>
        <ToneChoice what="new-call" label={texts.newCall} />
        <ToneChoice what="late-call" label={texts.lateCall} />
      </Dialog>
    </>
  );
}

function ToneChoice({ what, label }: { what: "new-call" | "late-call"; label: string }) {
  return <TickField label={label} value={useIsOn(what)} error={undefined} onChange={(isOn) => switchTo(what, isOn)} />;
}
