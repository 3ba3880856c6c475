import { readablePlate } from "#contract/plate.ts";
import { Car, X } from "lucide-react";
import type { FormState } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { LAST_CAR_FIELDS, type LastCar, useLastCar } from "./last-car.ts";
import type { Registration } from "./registration.ts";
import { registrationTexts } from "./registration-texts.ts";

const labels = registrationTexts;

/** Offers the last registered car of this device, while the form has none. */
export function LastCarOffer({ form }: { form: FormState<Registration> }) {
  const { car, forget } = useLastCar();
  if (car === undefined || form.values.ref_number !== "") return null;
  function takeOver(last: LastCar) {
    for (const name of LAST_CAR_FIELDS) form.set(name, last[name]);
  }
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-control bg-brand-soft p-3">
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="text-sm text-ink-soft">{labels.lastCar}</p>
        <p className="font-semibold wrap-anywhere">
          {car.car_model}, {car.car_color}
        </p>
      </div>
      <Button size="small" variant="primary" className="max-sm:flex-auto" onClick={() => takeOver(car)}>
        <Car aria-hidden="true" />
        {labels.sameCar(readablePlate(car.ref_number))}
      </Button>
      <Button
        size="icon"
        variant="ghost"
        aria-label={labels.forgetLastCar}
        title={labels.forgetLastCar}
        onClick={forget}
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
