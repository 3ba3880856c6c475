import "#shared/ui/printed.css";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { DOCUMENT_WIDTH } from "./fine-document.tsx";

/** The height of an A4 sheet inside a printer's margins, in CSS pixels. */
const SHEET_HEIGHT = 1020;

/** Shows the document as large as the place allows, at most in its own size, without changing its layout. It prints on one sheet. */
export function ScaledPaper({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [outer, inner] = [place.current, paper.current];
    if (outer === null || inner === null) return undefined;
    function fit() {
      if (outer === null || inner === null) return;
      const scale = Math.min(1, outer.clientWidth / DOCUMENT_WIDTH);
      inner.style.transform = scale === 1 ? "" : `scale(${scale})`;
      outer.style.height = `${inner.offsetHeight * scale}px`;
      inner.style.setProperty("--sheet", String(Math.min(1, SHEET_HEIGHT / inner.offsetHeight)));
    }
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="printed overflow-hidden">
      <div
        ref={paper}
        style={{ width: DOCUMENT_WIDTH }}
        className="origin-top-left print:transform-none! print:[zoom:var(--sheet)]"
      >
        {children}
      </div>
    </div>
  );
}
