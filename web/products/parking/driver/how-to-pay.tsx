import { Copy } from "lucide-react";
import type { DriverCase } from "#data/fines/look-up.ts";
import { copyText } from "#shared/feedback/copy-text.ts";
import { formatOre } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { QrCode } from "#parking/kernel/case/qr-code.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import { paymentCode } from "./rules/payment-code.ts";

/** The width of the QR code in CSS pixels; a phone can read it from another screen at arm's length. */
const CODE_WIDTH = 220;

/** The accounts and the reference, each with a copy button, and the QR code for a bank's app. */
export function HowToPay({ found }: { found: DriverCase }) {
  const { pay } = useDriverTexts();
  const code = paymentCode(found);
  return (
    <Section title={pay.title}>
      {found.payment_methods.length === 0 && <p className="mb-4">{pay.asOnNotice}</p>}
      <Facts>
        {found.payment_methods.map(({ kind, value, text }) => (
          <Fact key={`${kind} ${value}`} name={pay.kinds[kind]}>
            {[value, text].filter(Boolean).join("\n")}
            <CopyButton name={pay.kinds[kind]} value={value} />
          </Fact>
        ))}
        <Fact name={pay.reference}>
          {found.case_number}
          <CopyButton name={pay.reference} value={found.case_number} />
        </Fact>
        <Fact name={pay.amount}>
          {formatOre(found.left_ore)}
          {/* The amount as bank apps accept it: without letters and spaces. */}
          <CopyButton name={pay.amount} value={(found.left_ore / 100).toFixed(2).replace(".", ",")} />
        </Fact>
      </Facts>
      {code !== undefined && (
        <div className="mt-6 grid gap-3">
          <p>{pay.codeHint}</p>
          {/* The QR code has a white margin in both themes, which readers need. */}
          <div className="w-fit rounded-control bg-[#fff] p-4">
            <QrCode text={code} label={pay.code} width={CODE_WIDTH} />
          </div>
        </div>
      )}
    </Section>
  );
}

function CopyButton({ name, value }: { name: string; value: string }) {
  const { pay } = useDriverTexts();
  return (
    <span className="mt-1 block">
      <Button
        size="small"
        aria-label={pay.copyOf(name, value)}
        onClick={() => void copyText(value, { copied: pay.copied(name), copyFailed: pay.copyFailed })}
      >
        <Copy aria-hidden="true" />
        {pay.copy}
      </Button>
    </span>
  );
}
