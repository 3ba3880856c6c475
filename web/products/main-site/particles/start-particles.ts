import { PARTICLE_COUNT } from "#contract/limits.ts";
import type { ParticleMessage } from "./particles.worker.ts";

/** Puts a canvas into the place and has the worker draw on it. Returns a function that stops and cleans up. */
export function startParticles(place: HTMLElement): () => void {
  const canvas = document.createElement("canvas");
  canvas.className = "size-full";
  place.append(canvas);
  const worker = new Worker(new URL("./particles.worker.ts", import.meta.url), { type: "module" });
  const send = (message: ParticleMessage, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  const darkness = matchMedia("(prefers-color-scheme: dark)");
  const sizeOf = () => ({ width: place.clientWidth, height: place.clientHeight });
  const colorOf = () => getComputedStyle(place).color;

  const surface = canvas.transferControlToOffscreen();
  send(
    {
      type: "start",
      canvas: surface,
      size: sizeOf(),
      color: colorOf(),
      count: PARTICLE_COUNT,
      isStill: motion.matches,
    },
    [surface],
  );

  const tellSize = () => send({ type: "size", size: sizeOf() });
  const tellColor = () => send({ type: "color", color: colorOf() });
  const tellMotion = () => send({ type: "still", isStill: motion.matches });
  const tellVisibility = () => send({ type: "running", isRunning: !document.hidden });
  const sizes = new ResizeObserver(tellSize);
  sizes.observe(place);
  const theme = new MutationObserver(tellColor);
  theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  motion.addEventListener("change", tellMotion);
  darkness.addEventListener("change", tellColor);
  document.addEventListener("visibilitychange", tellVisibility);

  return () => {
    worker.terminate();
    sizes.disconnect();
    theme.disconnect();
    motion.removeEventListener("change", tellMotion);
    darkness.removeEventListener("change", tellColor);
    document.removeEventListener("visibilitychange", tellVisibility);
    canvas.remove();
  };
}
