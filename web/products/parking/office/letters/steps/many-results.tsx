import type { EventResult } from "#data/fines/letters.ts";
import { refusalInWords } from "../../case/refusal-in-words.ts";
import { letterTexts } from "../letter-texts.ts";

const texts = letterTexts.result;

/** The cases that one press left out, each with the reason; nothing when all were taken. */
export function ManyResults({ results }: { results: readonly EventResult[] }) {
  const refused = results.filter((result) => result.outcome === "refused");
  return (
    <output aria-label={texts.label} className="block">
      {refused.length > 0 && (
        <>
          <p className="font-semibold">{texts.left(refused.length)}</p>
          <ul className="mt-2 mb-6 grid gap-2">
            {refused.map(({ event_id: id, case_number: number, words, lacks }) => (
              <li key={id} className="font-medium wrap-anywhere text-danger">
                {texts.row(
                  number ?? texts.noNumber,
                  words === "" ? texts.unanswered : refusalInWords({ message: words, lacks }),
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </output>
  );
}
