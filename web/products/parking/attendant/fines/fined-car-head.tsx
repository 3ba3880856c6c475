import { Plate } from "#shared/ui/plate.tsx";

type FinedCar = { ref_number: string; car_model: string; car_color: string; street: string };

/** The car of a fine, above its form (document 4 §5). */
export function FinedCarHead({ car }: { car: FinedCar }) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line pb-4">
      <Plate value={car.ref_number} />
      <p className="min-w-0 flex-1 basis-40 font-semibold wrap-anywhere">
        {[car.car_model, car.car_color, car.street].filter((part) => part.trim() !== "").join("\u00A0· ")}
      </p>
    </div>
  );
}
