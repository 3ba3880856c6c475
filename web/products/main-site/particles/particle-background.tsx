import { useEffect, useRef } from "react";
import { afterPaint } from "#shared/after-paint.ts";

/**
 * The decorative background of connected particles (document 1 §2): drawn by a worker, one still picture for people who
 * prefer reduced motion, paused while the page is hidden. Browsers without OffscreenCanvas show none.
 */
export function ParticleBackground() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null || typeof OffscreenCanvas !== "function") return undefined;
    let isGone = false;
    let stop: (() => void) | undefined;
    async function start(at: HTMLElement) {
      const { startParticles } = await import("./start-particles.ts");
      if (!isGone) stop = startParticles(at);
    }
    // Code that did not arrive leaves the page without its decoration.
    const cancel = afterPaint(() => void start(element).catch(() => undefined));
    return () => {
      isGone = true;
      cancel();
      stop?.();
    };
  }, []);
  return <div ref={place} aria-hidden="true" className="pointer-events-none fixed inset-0 -z-10 text-brand" />;
}
