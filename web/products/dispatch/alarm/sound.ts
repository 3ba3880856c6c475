/**
 * The sounds of dispatch (document 5 §3): three rising tones of alarms, used for nothing else, and single lower ones of calls. Browsers are
 * silent until somebody presses something.
 */
import { useSyncExternalStore } from "react";

/** The tones in hertz, one after the other. */
const TONES = [660, 880, 1175];
const TONE_SECONDS = 0.22;
/** The tone of a new call. */
export const NEW_CALL_HERTZ = 520;
/** The seconds from one signal to the next. */
const EVERY_SECONDS = 5;
/** Signals are handed to the sound card a minute ahead, since a hidden tab's timers may run once a minute. */
const AHEAD_SECONDS = 75;
const HAND_OVER_MS = 60_000;

let context: AudioContext | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Makes the sound ready; without a press before it stays off. Undefined in a browser without sound. */
function prepare(): AudioContext | undefined {
  if (context === undefined && "AudioContext" in globalThis) {
    context = new AudioContext();
    context.addEventListener("statechange", tell);
  }
  return context;
}

/** Turns the sound on, from a press; a key such as Shift is none for the browser. */
export function turnOnSound(): void {
  const audio = prepare();
  // Older browsers do not say, and are asked.
  if ((navigator as { userActivation?: UserActivation }).userActivation?.hasBeenActive === false) return;
  audio?.resume().catch(() => undefined);
}

function follow(listener: () => void): () => void {
  prepare();
  listeners.add(listener);
  addEventListener("pointerdown", turnOnSound);
  addEventListener("keydown", turnOnSound);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener("pointerdown", turnOnSound);
    removeEventListener("keydown", turnOnSound);
  };
}

/** Whether this browser sounds. The first press anywhere on the page turns the sound on. */
export const useIsSoundOn = (): boolean => useSyncExternalStore(follow, () => context?.state === "running");

/** Sounds every five seconds until the returned function is called, which is silent at once. */
export function ring(): (() => void) | undefined {
  const audio = prepare();
  if (audio === undefined) return undefined;
  const out = audio.createGain();
  out.gain.value = 0.5;
  out.connect(audio.destination);
  let next = 0;
  const handOver = () => {
    next = Math.max(next, audio.currentTime);
    for (; next < audio.currentTime + AHEAD_SECONDS; next += EVERY_SECONDS)
      for (const [index, hertz] of TONES.entries()) playTone(audio, out, hertz, next + index * TONE_SECONDS);
  };
  handOver();
  const timer = setInterval(handOver, HAND_OVER_MS);
  return () => {
    clearInterval(timer);
    out.disconnect();
  };
}

/** Sounds one tone; nothing while the sound is off. */
export function playOnce(hertz: number): void {
  const audio = prepare();
  if (audio?.state === "running") playTone(audio, audio.destination, hertz, audio.currentTime);
}

function playTone(audio: AudioContext, out: AudioNode, hertz: number, at: number): void {
  const tone = audio.createOscillator();
  tone.frequency.value = hertz;
  tone.connect(out);
  tone.start(at);
  tone.stop(at + TONE_SECONDS);
}
