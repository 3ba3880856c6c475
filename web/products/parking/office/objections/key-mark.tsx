/** The key that does what a button does, at its end. The button says it to screen readers by `aria-keyshortcuts`; phones have no keys. */
export function KeyMark({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="hidden rounded-sm border border-line-strong bg-surface px-1.5 font-sans font-semibold text-ink lg:inline"
    >
      {children}
    </kbd>
  );
}
