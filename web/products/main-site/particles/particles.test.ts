import { describe, expect, test } from "vitest";
import { PARTICLE_COUNT } from "#contract/limits.ts";
import { linkParticles, moveParticles, type Particles, resizeParticles, spreadParticles } from "./particles.ts";

const SIZE = { width: 400, height: 300 };

const at = (points: readonly (readonly [x: number, y: number, speedX?: number, speedY?: number])[]): Particles => ({
  x: Float32Array.from(points, ([x]) => x),
  y: Float32Array.from(points, ([, y]) => y),
  speedX: Float32Array.from(points, ([, , speed = 0]) => speed),
  speedY: Float32Array.from(points, ([, , , speed = 0]) => speed),
});

/** A random function that gives the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

// Spec 1 §9: Background animation: 120
test("120 points are spread over the area and all of them move", () => {
  const particles = spreadParticles(PARTICLE_COUNT, SIZE, seeded(7));
  expect(particles.x).toHaveLength(120);
  expect(particles.x.every((x) => x >= 0 && x <= 400)).toBe(true);
  expect(particles.y.every((y) => y >= 0 && y <= 300)).toBe(true);
  expect(particles.speedX.every((speed) => Math.abs(speed) >= 6 && Math.abs(speed) <= 22)).toBe(true);
  // The left and the right half both hold many points, so the points are spread.
  expect(particles.x.filter((x) => x < 200).length).toBeGreaterThan(30);
  expect(particles.x.filter((x) => x < 200).length).toBeLessThan(90);
});

test.each([
  ["drifts", [100, 50, 10, -20], 0.5, [105, 40, 10, -20]],
  ["turns at the right edge", [398, 50, 10, 0], 0.5, [400, 50, -10, 0]],
  ["turns at the left edge", [2, 50, -10, 0], 0.5, [0, 50, 10, 0]],
  ["turns at the top", [100, 1, 0, -10], 0.5, [100, 0, 0, 10]],
  ["turns at the bottom", [100, 299, 0, 10], 0.5, [100, 300, 0, -10]],
] as const)("a point %s", (_name, start, seconds, end) => {
  const particles = at([start]);
  moveParticles(particles, SIZE, seconds);
  expect([particles.x[0], particles.y[0], particles.speedX[0], particles.speedY[0]]).toEqual(end);
});

test("no point leaves the area, however long the pause between two frames", () => {
  const particles = spreadParticles(120, SIZE, seeded(3));
  for (const seconds of [0.03, 5, 600]) {
    moveParticles(particles, SIZE, seconds);
    expect(particles.x.every((x) => x >= 0 && x <= 400)).toBe(true);
    expect(particles.y.every((y) => y >= 0 && y <= 300)).toBe(true);
  }
});

test("a new size keeps the points' places in proportion", () => {
  const particles = at([[100, 150]]);
  resizeParticles(particles, SIZE, { width: 800, height: 150 });
  expect([particles.x[0], particles.y[0]]).toEqual([200, 75]);
});

function linksOf(particles: Particles, reach: number) {
  const links: [number, number, number][] = [];
  linkParticles(particles, reach, (from, to, strength) => links.push([from, to, Math.round(strength * 100) / 100]));
  return links;
}

// Spec 1 §2: A decorative animated
describe("links", () => {
  test.each([
    [
      "far apart",
      [
        [0, 0],
        [200, 0],
      ],
      [],
    ],
    [
      "at the reach",
      [
        [0, 0],
        [100, 0],
      ],
      [],
    ],
    [
      "half the reach",
      [
        [0, 0],
        [30, 40],
      ],
      [[0, 1, 0.5]],
    ],
    [
      "in one place",
      [
        [5, 5],
        [5, 5],
      ],
      [[0, 1, 1]],
    ],
    [
      "near on one axis only",
      [
        [0, 0],
        [10, 150],
      ],
      [],
    ],
    [
      "three in a row",
      [
        [0, 0],
        [60, 0],
        [120, 0],
      ],
      [
        [0, 1, 0.4],
        [1, 2, 0.4],
      ],
    ],
  ] as const)("%s", (_name, points, links) => {
    expect(linksOf(at(points), 100)).toEqual(links);
  });
});
