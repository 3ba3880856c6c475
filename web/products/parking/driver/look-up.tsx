import { LookUpForm } from "#session/cases/look-up-form.tsx";
import { Card } from "#shared/ui/card.tsx";
import { Words } from "#shared/ui/words.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";

/** The way to a case for a driver without its QR code. */
export function LookUp() {
  return (
    <Card>
      <p className="mb-5">
        <Words text={useDriverTexts().lookUp.text} />
      </p>
      <LookUpForm />
    </Card>
  );
}
