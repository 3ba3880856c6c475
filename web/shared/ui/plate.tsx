import { clsx } from "clsx";
import { readablePlate } from "#contract/plate.ts";

const SIZES = {
  small: "min-h-8 text-[min(1.125rem,7vw)]",
  normal: "min-h-11 text-[min(1.5rem,9vw)]",
  large: "min-h-14 text-[min(2.25rem,11vw)]",
} as const;

type PlateProps = {
  /** The plate as it was typed or read. */
  value: string;
  /** A named size that grows with the reader's text; or fixed heights of plate and letters in pixels, for paper. */
  size?: keyof typeof SIZES | { minHeight: number; fontSize: number };
};

/** The ordinary Swedish form of a readable plate. */
const SWEDISH = /^[A-Z]{3} \d\d[\dA-Z]$/;

/** Most characters of a plate that stays on one line, however large the reader's text is. */
const ONE_LINE = 8;

/** The typeface's 0 looks like an O. On a plate they must differ, so the 0 has a stroke. */
const signOf = (part: string, at: number) =>
  part === "0" ? (
    // oxlint-disable-next-line react/no-array-index-key -- a part of a text is known by its place alone
    <span key={at} className="stroked-zero">
      0
    </span>
  ) : (
    part
  );

/**
 * A number plate as people read it (`ABC 123`): black letters on white in both themes, with a blue band when it has the Swedish form. A long
 * plate takes more lines.
 */
export function Plate({ value, size = "normal" }: PlateProps) {
  const plate = readablePlate(value);
  return (
    <span
      className={clsx(
        "inline-flex max-w-full items-stretch overflow-hidden rounded-md border-2 border-[#11181d] bg-[#fff] leading-none font-bold text-[#11181d]",
        typeof size === "string" && SIZES[size],
      )}
      style={typeof size === "string" ? undefined : size}
    >
      {SWEDISH.test(plate) && (
        <span
          aria-hidden="true"
          className="grid w-[0.8em] shrink-0 place-items-end justify-center bg-[#003a8c] pb-[0.2em] before:text-[0.42em] before:text-[#fff] before:content-['S']"
        />
      )}
      {/* The line is high enough for the ring of an Å. */}
      <span
        className={clsx(
          "self-center px-[0.4em] py-[0.12em] tracking-[0.06em] tabular-nums",
          plate.length > ONE_LINE ? "wrap-anywhere" : "whitespace-nowrap",
        )}
      >
        {plate.includes("0") ? plate.split(/(0)/).map(signOf) : plate}
      </span>
    </span>
  );
}
