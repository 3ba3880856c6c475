/**
 * Short tones for a screen that nobody looks at. Browsers make no sound until somebody presses something; tones that cannot sound are
 * dropped.
 */
import { useEffect } from "react";

const TONE_SECONDS = 0.18;
const LOUDNESS = 0.2;

let context: AudioContext | undefined;

/** Prepares the sound; it must run inside of a press. */
function ready(): void {
  if (!("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  context.resume().catch(() => undefined);
}

/** Prepares the sound at each press on the open page. */
export function useReadyTones(): void {
  useEffect(() => {
    for (const press of ["pointerdown", "keydown"]) addEventListener(press, ready);
    return () => {
      for (const press of ["pointerdown", "keydown"]) removeEventListener(press, ready);
    };
  }, []);
}

/** Plays tones, in hertz, one after the other. Before the first press there is no sound, and these tones are not played later either. */
export function playTones(hertz: readonly number[]): void {
  if (context?.state !== "running") return;
  for (const [index, frequency] of hertz.entries()) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + index * TONE_SECONDS;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUDNESS, start);
    // An abrupt end would make a click.
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + TONE_SECONDS);
  }
}
