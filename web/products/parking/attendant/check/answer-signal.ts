// A tone and a vibration of its own for each answer (document 4 §5): an attendant knows it without looking.
import type { CheckOutcome } from "#contract/cases.ts";

/** Tones in Hz, one after the other, and the pattern of the vibration in milliseconds. */
const SIGNALS = {
  valid: { tones: [880], vibration: [60] },
  permit: { tones: [880, 1175], vibration: [60, 60, 60] },
  grace: { tones: [660, 660], vibration: [120, 80, 120] },
  not_yet: { tones: [660], vibration: [120] },
  expired: { tones: [440, 330], vibration: [300] },
  none: { tones: [330, 262, 262], vibration: [300, 100, 300] },
} as const satisfies Record<CheckOutcome, { tones: readonly number[]; vibration: readonly number[] }>;

const TONE_SECONDS = 0.11;
const LOUDNESS = 0.15;
/** A tone that starts later than this after its answer is not played. */
const LATEST_MS = 2000;

let context: AudioContext | undefined;
/** How many answers have come. */
let answers = 0;

/** To be called in the press itself: browsers let a page sound only after one. */
export function readySignal(): void {
  try {
    context ??= new AudioContext();
    void context.resume().catch(() => undefined);
  } catch {
    // A device without sound has the vibration, the word and the sign.
  }
}

/** Sounds and vibrates for an answer, where the device can. */
export function signalAnswer(outcome: CheckOutcome): void {
  const { tones, vibration } = SIGNALS[outcome];
  if ("vibrate" in navigator) navigator.vibrate(vibration);
  const at = context;
  if (at === undefined) return;
  answers += 1;
  const [answer, answered] = [answers, performance.now()];
  // An answer may come before the device's sound has started. Later its tones would be taken for those of another answer, or sound together
  // with them.
  const sound = () => {
    if (answer !== answers || performance.now() - answered > LATEST_MS) return;
    for (const [index, hertz] of tones.entries()) playTone(at, hertz, at.currentTime + index * TONE_SECONDS);
  };
  at.resume().then(sound, () => undefined);
}

function playTone(at: AudioContext, hertz: number, start: number): void {
  const [source, volume] = [at.createOscillator(), at.createGain()];
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(LOUDNESS, start);
  // Cut off at once it would crack.
  volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
  source.connect(volume).connect(at.destination);
  source.start(start);
  source.stop(start + TONE_SECONDS);
}
