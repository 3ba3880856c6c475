import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { readySignal, signalAnswer } from "./answer-signal.ts";

/** A fake of the device's sound. It starts when a test says so, and records its tones. */
const device = { isStarted: false, waiting: [] as (() => void)[], tones: [] as number[] };

class Oscillator {
  frequency = { value: 0 };
  connect = <T>(to: T) => to;
  start = () => void device.tones.push(this.frequency.value);
  stop = () => undefined;
}

class Sound {
  currentTime = 0;
  destination = {};
  resume = () => new Promise<void>((resolve) => (device.isStarted ? resolve() : void device.waiting.push(resolve)));
  createOscillator = () => new Oscillator();
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    connect: <T>(to: T) => to,
  });
}

let now = 0;
beforeEach(() => {
  Object.assign(device, { isStarted: false, waiting: [], tones: [] });
  now = 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.stubGlobal("AudioContext", Sound);
  vi.stubGlobal("navigator", {});
  readySignal();
});
afterAll(() => void vi.unstubAllGlobals());

/** Starts the sound `ms` milliseconds later. */
async function startAfter(ms: number): Promise<void> {
  now += ms;
  device.isStarted = true;
  for (const resolve of device.waiting) resolve();
  await Promise.resolve();
}

test.each([
  [0, [440, 330]],
  [2000, [440, 330]],
  [2001, []],
])("sound that starts %i ms after the answer plays %j", async (ms, tones) => {
  signalAnswer("expired");
  await startAfter(ms);
  expect(device.tones).toEqual(tones);
});

test("the last of two answers that wait for the sound is played, and the first is not", async () => {
  signalAnswer("permit");
  now += 500;
  signalAnswer("expired");
  await startAfter(500);
  expect(device.tones).toEqual([440, 330]);
});

test("each answer is played once the sound has started", async () => {
  await startAfter(0);
  signalAnswer("valid");
  await Promise.resolve();
  now += 500;
  signalAnswer("expired");
  await Promise.resolve();
  expect(device.tones).toEqual([880, 440, 330]);
});
