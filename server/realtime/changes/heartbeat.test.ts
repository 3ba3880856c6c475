import { expect, test } from "vitest";
import { Heartbeat, LOOK_EVERY_MS } from "./heartbeat.ts";

/** A heartbeat whose words a test lets through or not, with a clock of its own. */
function rhythm() {
  let now = 0;
  const beat = new Heartbeat(now);
  const words: string[] = [];
  return {
    words,
    say: (fails = false) =>
      beat.say(
        (word) => {
          words.push(word);
          return fails ? Promise.reject(new Error("The database is gone.")) : Promise.resolve();
        },
        () => now,
      ),
    hear: (number: number) => beat.hear(words[number - 1] ?? "", now),
    begin: () => beat.begin(now),
    beat,
    /** Looks every quarter of a second for so long, and gives the moment of the first silence, or null. */
    silentWithin: (ms: number) => {
      for (const end = now + ms; now < end;) {
        now += LOOK_EVERY_MS;
        if (beat.isSilent(now)) return now;
      }
      return null;
    },
    sleep: (ms: number) => void (now += ms),
  };
}

test("numbers in their order are a beat, also twice; a number that the database took and that did not arrive is missed", async () => {
  const { say, hear } = rhythm();
  for (let n = 0; n < 4; n += 1) await say();
  expect([hear(1), hear(1), hear(3), hear(2), hear(4)]).toEqual(["beat", "beat", "missed", "beat", "beat"]);
});

test("a number that the database did not take is not missed", async () => {
  const { say, hear } = rhythm();
  await say();
  await say(true);
  await say();
  expect([hear(1), hear(3)]).toEqual(["beat", "beat"]);
});

test("words of others mean nothing", () => {
  expect(rhythm().beat.hear("b7c0 4", 0)).toBe("other");
});

test("silence is told within three seconds, and each time that it comes back soon it takes longer", async () => {
  const { silentWithin, begin, say, hear, words } = rhythm();
  expect(silentWithin(10_000)).toBe(2750);
  begin();
  expect(silentWithin(10_000)).toBe(2750 + 5250);
  for (let n = 1; n <= 30; n += 1) {
    await say();
    expect(hear(words.length)).toBe("beat");
  }
  begin();
  expect(silentWithin(2500)).toBeNull();
});

test("a process that was busy does not take its own sleep for silence", () => {
  const { sleep, beat, silentWithin } = rhythm();
  sleep(5000);
  expect(beat.isSilent(5000)).toBe(false);
  expect(silentWithin(2500)).toBeNull();
});

test("numbers that were sent before a new connection do not count on it", async () => {
  const { say, hear, begin } = rhythm();
  await say();
  await say();
  begin();
  await say();
  expect([hear(2), hear(3)]).toEqual(["beat", "beat"]);
});
