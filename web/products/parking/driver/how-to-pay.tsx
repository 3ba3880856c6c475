import type { DriverCase } from "#data/fines/look-up.ts";
import { formatOre } from "#shared/format/money.ts";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import { CopyButton } from "./copy-button.tsx";
import { methodLines } from "./rules/method-lines.ts";

/** The accounts, the reference and the amount, each once with a copy button, for a payment that is typed. */
export function HowToPay({ found }: { found: DriverCase }) {
  const { pay } = useDriverTexts();
  return (
    <Section title={pay.title}>
      {found.payment_methods.length === 0 && <p className="mb-4">{pay.asOnNotice}</p>}
      <Facts>
        {found.payment_methods.map((method) => (
          <Line
            key={`${method.kind} ${method.value}`}
            name={pay.kinds[method.kind]}
            text={methodLines(method).join("\n")}
            copied={method.value}
          />
        ))}
        <Line name={pay.reference} text={found.case_number} copied={found.case_number} />
        {/* The amount as bank apps accept it: without letters and spaces. */}
        <Line
          name={pay.amount}
          text={formatOre(found.left_ore)}
          copied={(found.left_ore / 100).toFixed(2).replace(".", ",")}
        />
      </Facts>
    </Section>
  );
}

function Line({ name, text, copied }: { name: string; text: string; copied: string }) {
  return (
    <Fact name={name}>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {text}
        <CopyButton name={name} value={copied} />
      </span>
    </Fact>
  );
}
