import { Copy } from "lucide-react";
import { copyText } from "#shared/feedback/copy-text.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog, DialogActions } from "#shared/ui/dialog.tsx";
import { QrCode } from "#shared/ui/qr-code.tsx";
import { followTexts as texts } from "../visit-texts.ts";

/** A link that an agent hands to a bidder who lost the old one, as an address and as a QR code (document 5 §5). */
export function BidLinkDialog({ name, address, onClose }: { name: string; address: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={texts.linkTitle(name)}
      description={texts.linkAbout}
      lang="en"
    >
      <div className="mx-auto w-fit bg-white p-4">
        <QrCode text={address} label={texts.linkOf(name)} width={224} />
      </div>
      <p className="mt-3 wrap-anywhere">{address}</p>
      <DialogActions>
        <Button variant="primary" onClick={() => void copyText(address, texts)}>
          <Copy aria-hidden="true" />
          {texts.copy}
        </Button>
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
