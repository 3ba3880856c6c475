import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, MouseEvent } from "react";
import { Link, type LinkProps } from "react-router";
import { Spinner } from "./spinner.tsx";

/** The look of a button, for a link or another control that is no button. */
export const buttonLook = cva(
  [
    "inline-flex items-center justify-center gap-2 rounded-control border-2 text-center font-semibold leading-tight no-underline select-none",
    "transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress [&_svg]:size-5 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary: "border-brand bg-brand text-on-brand hover:border-brand-strong hover:bg-brand-strong",
        secondary: "border-line-strong bg-surface text-ink hover:border-ink hover:bg-sunken",
        ghost: "border-transparent bg-transparent text-ink hover:bg-sunken",
        quiet: "border-transparent bg-transparent text-ink-soft hover:border-danger hover:text-danger",
        danger: "border-danger bg-danger text-on-danger hover:border-danger-strong hover:bg-danger-strong",
      },
      size: {
        small: "min-h-11 px-3 py-1.5 text-base",
        // Where text is twice the size on a phone, words need the room of the padding.
        normal: "min-h-12 px-[min(1.25rem,calc(9.25vw-0.9rem))] py-2 text-base",
        large: "min-h-14 px-[min(1.5rem,calc(9.25vw-0.75rem))] py-2.5 text-lg",
        icon: "size-11 p-0",
      },
      wide: { true: "w-full", false: "" },
    },
    defaultVariants: { variant: "secondary", size: "normal", wide: false },
  },
);

type Look = VariantProps<typeof buttonLook>;

export type ButtonProps = ComponentProps<"button"> & Look & { pending?: boolean };

/**
 * A button, `type="button"` by default. While `pending` it shows a spinner, sets aria-busy and ignores presses, but keeps its focus and its
 * name.
 */
export function Button({
  variant,
  size,
  wide,
  pending = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonLook({ variant, size, wide, className })}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest["aria-disabled"]}
      onClick={handleClick}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}

/** A link of the router that looks like a button. */
export function ButtonLink({ variant, size, wide, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={buttonLook({ variant, size, wide, className })} />;
}
