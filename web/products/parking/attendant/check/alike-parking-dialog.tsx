import { readablePlate } from "#contract/plate.ts";
import type { AlikeParking } from "#data/plate_checks/mutations.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { checkTexts } from "./check-texts.ts";

const { alike: texts } = checkTexts;

type AlikeParkingDialogProps = { parking: AlikeParking; description: string; onClose: () => void };

/** The details of a parking listed as `Liknande`: its car and its times. */
export function AlikeParkingDialog({ parking, description, onClose }: AlikeParkingDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={readablePlate(parking.plate)}
      description={description}
    >
      <Facts>
        <Fact name={texts.car}>{formatOptional(parking.car_model)}</Fact>
        <Fact name={texts.color}>{formatOptional(parking.car_color)}</Fact>
        <Fact name={texts.street}>{formatOptional(parking.street)}</Fact>
        <Fact name={texts.from}>{moment(parking.since)}</Fact>
        <Fact name={texts.until}>{moment(parking.until)}</Fact>
        <Fact name={texts.registered}>{moment(parking.registered_at)}</Fact>
      </Facts>
    </Dialog>
  );
}

const moment = (at: string | null) => (at === null ? formatOptional(at) : formatDateTime(at));
