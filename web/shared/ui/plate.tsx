import { clsx } from "clsx";

const SIZES = {
  small: "min-h-8 text-lg",
  normal: "min-h-11 text-2xl",
  large: "min-h-14 text-4xl",
} as const;

type PlateProps = {
  value: string;
  /** A size that grows with the reader's text; or, on paper, the height and the letters' in pixels. */
  size?: keyof typeof SIZES | { minHeight: number; fontSize: number };
};

/** A number plate as cars in Sweden carry it: black letters on white with the blue band, in both themes. A long one takes more lines. */
export function Plate({ value, size = "normal" }: PlateProps) {
  return (
    <span
      className={clsx(
        "inline-flex max-w-full items-stretch overflow-hidden rounded-md border-2 border-[#11181d] bg-[#fff] leading-none font-bold text-[#11181d]",
        typeof size === "string" && SIZES[size],
      )}
      style={typeof size === "string" ? undefined : size}
    >
      <span
        aria-hidden="true"
        className="grid w-[0.8em] shrink-0 place-items-end justify-center bg-[#003a8c] pb-[0.2em] before:text-[0.42em] before:text-[#fff] before:content-['S']"
      />
      {/* Room above for the ring of an Å. */}
      <span className="self-center wrap-anywhere px-[0.4em] py-[0.12em] tracking-[0.06em] uppercase tabular-nums">
        {value}
      </span>
    </span>
  );
}
