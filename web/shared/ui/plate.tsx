import { clsx } from "clsx";

const SIZES = {
  small: "h-8 text-lg",
  normal: "h-11 text-2xl",
  large: "h-14 text-4xl",
  huge: "h-20 text-6xl",
} as const;

/** A number plate as cars in Sweden carry it: black letters on white with the blue band, in both themes. */
export function Plate({ value, size = "normal" }: { value: string; size?: keyof typeof SIZES }) {
  return (
    <span
      className={clsx(
        "inline-flex max-w-full items-stretch overflow-hidden rounded-md border-2 border-[#11181d] bg-[#fff] leading-none font-bold text-[#11181d]",
        SIZES[size],
      )}
    >
      <span
        aria-hidden="true"
        className="grid w-[0.8em] shrink-0 place-items-end justify-center bg-[#003a8c] pb-[0.2em] before:text-[0.42em] before:text-[#fff] before:content-['S']"
      />
      {/* Room above: truncating would cut the ring of an Å off. */}
      <span className="self-center truncate px-[0.4em] py-[0.12em] tracking-[0.06em] uppercase tabular-nums">
        {value}
      </span>
    </span>
  );
}
