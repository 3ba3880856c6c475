import type { ReactNode } from "react";

/** Ends of first parts of the product's compounds; a line may break behind them, before at least three letters. */
const JOINT =
  /(?<=ings|ions|törs|förs|kontakt|person|förfallo|förhands|register|betal|bestrid|else|över|upp|inställ|administra|standard|rörelse|ambulans)(?=[a-zåäö]{3})|(?<=[a-zåäö]{3})(?=gatan|vägen|gränd|terminal|parkering)/i;

/** The style that makes a joint count as a part of its word, and not as a gap, for programs that compute a name for screen readers. */
const INLINE = { display: "inline" };

/**
 * A heading or a label whose long words break at their joints, with a hyphen, where a line is too short for them (base.css, `joint`). The text
 * itself stays as it is, for names, searches and copies.
 */
export function Words({ text }: { text: string }) {
  return text.split(JOINT).flatMap((part, place) =>
    // oxlint-disable-next-line react/no-array-index-key -- a joint is known by its place alone
    place === 0 ? [part] : [<span key={place} className="joint" style={INLINE} />, part],
  );
}

/** The words of a text; anything else stays as it is. */
export const withJoints = (content: ReactNode): ReactNode =>
  typeof content === "string" ? <Words text={content} /> : content;
