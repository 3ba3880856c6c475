/** The key for a button, shown at the button's end. Screen readers get it from `aria-keyshortcuts`; phones do not show it. */
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
