import { paymentTexts } from "./payment-texts.ts";
import { type ReversedPayment, wordsOf } from "./rules/reversed-words.ts";

const texts = paymentTexts.preview;

/** Payments that the bank took back: their cases keep the money until a person takes it away. */
export function ReversedNote({ reversed }: { reversed: readonly ReversedPayment[] }) {
  if (reversed.length === 0) return null;
  return (
    <div role="note" className="rounded-control border-l-4 border-warning bg-warning-soft px-4 py-3">
      <p className="font-semibold">{texts.reversed}</p>
      <ul className="list-disc pl-5">
        {reversed.map((payment, at) => (
          <li key={`${at} ${payment.reference}`} className="wrap-anywhere">
            {wordsOf(payment)}
          </li>
        ))}
      </ul>
      <p>{texts.reversedText}</p>
    </div>
  );
}
