import { isCaseRefusal } from "#data/data-error.ts";
import { fineQueries } from "#data/fines/queries.ts";
import { usePlacePayment } from "#data/payments/mutations.ts";
import { paymentQueries, type UnplacedPayment } from "#data/payments/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { typedOre } from "#shared/format/amount.ts";
import { formatOre } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { paymentTexts } from "./payment-texts.ts";
import { useMatches, usePlacingKeys } from "./placing.ts";
import { oreWanted } from "./rules/preview.ts";
import { keysNamedIn, suggestionsFor } from "./rules/suggestions.ts";

const texts = paymentTexts.suggested;

const usePlace = defineAction({
  mutation: usePlacePayment,
  done: () => paymentTexts.place.done,
  failed: (error) => (isCaseRefusal(error) ? error.message : paymentTexts.place.failed),
});

type Props = { payment: UnplacedPayment; project: string };

/** The open cases that a payment without a case fits to the öre, each placed by one press. */
export function SuggestedPlacings({ payment, project }: Props) {
  const place = usePlace({ focus: mainIfFocusLost });
  const keysOf = usePlacingKeys();
  const suggestions = useSuggestions({ payment, project });
  if (suggestions.length === 0) return null;
  return (
    <ul aria-label={texts.label} className="grid gap-2">
      {suggestions.map(({ by, cases }) => {
        const numbers = cases.map(({ case_number: number }) => number);
        const parts = cases.map((fine) => ({ fine, amount: typedOre(fine.wantedOre) }));
        return (
          <li
            key={numbers.join(" ")}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-sunken px-4 py-2"
          >
            <div className="grid gap-2">
              {cases.map((fine) => (
                <span key={fine.id} className="flex flex-wrap items-center gap-x-3">
                  <Plate value={fine.plate} size="small" />
                  <span className="font-bold tabular-nums">{fine.case_number}</span>
                  <span className="text-sm">{paymentTexts.place.left(formatOre(fine.wantedOre))}</span>
                </span>
              ))}
              <span className="text-sm text-ink-soft">{texts.by[by]}</span>
            </div>
            <Button
              variant="primary"
              size="small"
              className="ml-auto"
              pending={place.isPending()}
              onClick={() => void place.run({ paymentId: payment.id, ...keysOf(parts) })}
            >
              {texts.place(numbers)}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

/** Suggestions for a payment. A case that the money was taken back from is not suggested again. */
function useSuggestions({ payment, project }: Props) {
  const earlier = useQuery(paymentQueries.payersPlates(project, payment.id));
  const payersPlates = earlier.data ?? [];
  const named = { ...keysNamedIn(payment.payer_text ?? ""), payersPlates };
  const plates = [...new Set([...named.plates, ...payersPlates])];
  const numbers = [...named.numbers, ...named.corrected].filter((number) => number !== payment.moved_from);
  const isNamed = numbers.length + plates.length > 0;
  const query = useQuery({ ...fineQueries.named(project, numbers, plates), enabled: isNamed });
  const open = (query.data ?? []).filter(({ case_number: number }) => number !== payment.moved_from);
  const matches = useMatches({ payment, project }, open);
  const candidates = open.flatMap((fine) => {
    const match = matches.data?.find(({ case_number: number }) => number === fine.case_number);
    return match === undefined ? [] : [{ ...fine, wantedOre: oreWanted({ amount_ore: payment.left_ore }, match) }];
  });
  return suggestionsFor(named, payment.left_ore, candidates);
}
