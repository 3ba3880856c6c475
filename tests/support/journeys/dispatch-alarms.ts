// Alarms of the dispatch centre 721075, for browser tests.
import type { Page } from "@playwright/test";

/** Counts the tones that a page hands to its sound card, less those that it silenced. */
export const countTones = (page: Page) =>
  page.addInitScript(() => {
    const heard = { tones: 0, isSilent: false };
    Object.assign(globalThis, { heard });
    const start: (this: OscillatorNode, at?: number) => void = Reflect.get(OscillatorNode.prototype, "start");
    OscillatorNode.prototype.start = function startCounted(this: OscillatorNode, at?: number) {
      heard.tones += 1;
      heard.isSilent = false;
      start.call(this, at);
    };
    const silence: (this: GainNode) => void = Reflect.get(GainNode.prototype, "disconnect");
    GainNode.prototype.disconnect = function disconnectCounted(this: GainNode) {
      heard.isSilent = true;
      silence.call(this);
    };
  });

type Heard = { tones: number; isSilent: boolean };
export const heardOn = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard);

/** The band over the top of every screen. */
export const band = (page: Page) => page.getByRole("region", { name: "Alarms" });

/** Puts a page's tab behind another one, or before it again. */
export const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
