import { type ReactNode, useLayoutEffect, useRef } from "react";

type StickyProps = { name: "--alarms" | "--bar"; children: ReactNode };

/** Says the height of its child, which sticks to the page's top, in a CSS variable of the page: what sticks below begins there. */
export function StickyHeight({ name, children }: StickyProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const child = box.current?.firstElementChild;
    const { style } = document.documentElement;
    // A drawing without a layout, as in tests of parts, has no such observer.
    if (!child || !("ResizeObserver" in globalThis)) return undefined;
    const observer = new ResizeObserver(() => style.setProperty(name, `${(child as HTMLElement).offsetHeight}px`));
    observer.observe(child, { box: "border-box" });
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [name]);
  return (
    <div ref={box} className="contents">
      {children}
    </div>
  );
}

/** Where something begins that sticks below the alarms, or below them and the bar. */
export const BELOW_ALARMS = "var(--alarms, 0px)";
export const BELOW_BAR = `calc(${BELOW_ALARMS} + var(--bar, 3rem))`;
