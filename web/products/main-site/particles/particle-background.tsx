import { useEffect, useRef } from "react";
import { afterPaint } from "#shared/after-paint.ts";
import { startParticles } from "./start-particles.ts";

/**
 * The decorative background of connected particles (document 1 §2). A worker draws it. It is a still picture for people who prefer reduced
 * motion, and pauses while the page is hidden. Browsers without OffscreenCanvas show none.
 */
export function ParticleBackground() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null || typeof OffscreenCanvas !== "function") return undefined;
    let stop: (() => void) | undefined;
    const cancel = afterPaint(() => {
      stop = startParticles(element);
    });
    return () => {
      cancel();
      stop?.();
    };
  }, []);
  return <div ref={place} aria-hidden="true" className="pointer-events-none fixed inset-0 -z-10 text-brand" />;
}
