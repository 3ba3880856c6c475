import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import type { DriverCase } from "#data/fines/look-up.ts";
import { formatOre } from "#shared/format/money.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { QrCode } from "#shared/ui/qr-code.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import { usePayTexts } from "./pay-texts.ts";
import { paymentCode } from "./rules/payment-code.ts";
import { swishPayment } from "./rules/swish-payment.ts";

/** The width of a QR code in CSS pixels; a phone can read it from another screen at arm's length. */
const CODE_WIDTH = 200;

/** The ways to pay that a phone can open with payee, amount and reference filled in: Swish, and a code for the bank's app. */
export function PaySheet({ found, onClose }: { found: DriverCase; onClose: () => void }) {
  const { pay } = useDriverTexts();
  const texts = usePayTexts();
  const swish = swishPayment(found);
  const code = paymentCode(found);
  const isFilledIn = swish !== undefined || code !== undefined;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts.title(formatOre(found.left_ore))}
      description={(isFilledIn ? texts.filledIn : texts.byHand)(found.case_number)}
      width="normal"
    >
      {!isFilledIn && <p>{found.payment_methods.length === 0 ? pay.asOnNotice : texts.copyLines}</p>}
      <div className={clsx("grid gap-x-4 gap-y-8", swish !== undefined && code !== undefined && "sm:grid-cols-2")}>
        {swish && (
          <Way title={pay.kinds.swish}>
            <ButtonLink to={swish.link} rel="noreferrer" variant="primary" size="large">
              {texts.openSwish}
            </ButtonLink>
            <p>{texts.swishHint}</p>
            <Code text={swish.code} label={texts.swishCode} />
          </Way>
        )}
        {code !== undefined && (
          <Way title={texts.bankApp}>
            <p>{texts.codeHint}</p>
            <Code text={code} label={texts.code} />
          </Way>
        )}
      </div>
    </Dialog>
  );
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-3">
      <h3 id={id} className="text-lg font-bold">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Code({ text, label }: { text: string; label: string }) {
  // The QR code has a white margin in both themes, which readers need.
  return (
    <div className="w-fit rounded-control bg-[#fff] p-4">
      <QrCode text={text} label={label} width={CODE_WIDTH} />
    </div>
  );
}
