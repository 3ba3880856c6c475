import { expect, test } from "vitest";
import { drawScene } from "../bench/camera/scenes.ts";
import { openNetworks } from "../bench/camera/networks.ts";
import { readFrame } from "#products/parking/attendant/camera/reading/read-frame.ts";
import { KEPT_SIGNS } from "#products/parking/attendant/camera/reading/signs.ts";
import { makeDetector, makeRecogniser } from "./plate-models.mjs";

const MB = 1_000_000;

test("the cut networks are a third of what the package has, and read a plate", async () => {
  expect(makeDetector().length).toBeLessThan(2.5 * MB);
  expect(makeRecogniser(KEPT_SIGNS).length).toBeLessThan(4 * MB);
  const { plate, frame } = await drawScene("clear", 0);
  const found = await readFrame(frame, await openNetworks());
  expect(found.map(({ reading }) => reading.plate)).toEqual([plate]);
});

test("a sign that the recogniser does not know is named", () => {
  expect(() => makeRecogniser(["Å"])).toThrow("the recogniser does not know Å");
});
