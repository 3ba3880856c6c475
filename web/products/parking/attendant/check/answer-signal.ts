// Each answer has its own tone and vibration (document 4 §5), so that an attendant knows it without looking.
import type { CheckOutcome } from "#contract/cases.ts";

/** The tones in Hz, one after the other, and the vibration's pattern in milliseconds. */
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
/** The latest start of a tone after its answer, in milliseconds. */
const LATEST_MS = 2000;

let context: AudioContext | undefined;
/** The number of answers so far. */
let answers = 0;

/** Prepares the sound. It must run inside a press, because browsers allow sound only after one. */
export function readySignal(): void {
  try {
    context ??= new AudioContext();
    void context.resume().catch(() => undefined);
  } catch {
    // A device without sound still shows the word and the sign, and vibrates.
  }
}

/** Plays the sound and vibration of an answer, if the device can. */
export function signalAnswer(outcome: CheckOutcome): void {
  const { tones, vibration } = SIGNALS[outcome];
  if ("vibrate" in navigator) navigator.vibrate(vibration);
  const at = context;
  if (at === undefined) return;
  answers += 1;
  const [answer, answered] = [answers, performance.now()];
  // An answer may come before the device's sound has started. Played later, its tones would mix with those of the next answer.
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
  // An abrupt end would make a click.
  volume.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
  source.connect(volume).connect(at.destination);
  source.start(start);
  source.stop(start + TONE_SECONDS);
}
