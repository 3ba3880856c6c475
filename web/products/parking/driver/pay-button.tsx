import { useState } from "react";
import type { DriverCase } from "#data/fines/look-up.ts";
import { loadCode } from "#shared/feedback/load-code.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Button } from "#shared/ui/button.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";

const loadSheet = loadCode(() => import("./pay-sheet.tsx"));

type Sheet = Awaited<ReturnType<typeof loadSheet>>["PaySheet"];

/** `Betala`: opens the ways to pay that the phone can fill in. Their code comes with the press. */
export function PayButton({ found, className }: { found: DriverCase; className: string }) {
  const { pay } = useDriverTexts();
  const [shown, setShown] = useState<{ Sheet: Sheet }>();
  const [isLoading, setIsLoading] = useState(false);
  async function handlePay() {
    setIsLoading(true);
    try {
      const { PaySheet } = await loadSheet();
      setShown({ Sheet: PaySheet });
    } catch {
      // The lines to copy stand on the page, so that nothing is lost.
      toast.error(pay.sheetFailed);
    } finally {
      setIsLoading(false);
    }
  }
  return (
    <>
      <Button variant="primary" size="large" className={className} pending={isLoading} onClick={() => void handlePay()}>
        {pay.open}
      </Button>
      {shown && <shown.Sheet found={found} onClose={() => setShown(undefined)} />}
    </>
  );
}
