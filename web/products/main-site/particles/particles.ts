/** The motion of the landing page's background: drifting points, and lines between near points (document 1 §9). */

/** Points as flat arrays, so that a frame allocates nothing: positions in pixels, speeds in pixels a second. */
export type Particles = { x: Float32Array; y: Float32Array; speedX: Float32Array; speedY: Float32Array };

export type Size = { width: number; height: number };

const SLOWEST = 6;
const FASTEST = 22;

/** Spreads `count` points over the area. `random` gives numbers from 0 to 1. */
export function spreadParticles(count: number, { width, height }: Size, random: () => number = Math.random): Particles {
  const speed = () => (SLOWEST + random() * (FASTEST - SLOWEST)) * (random() < 0.5 ? -1 : 1);
  return {
    x: Float32Array.from({ length: count }, () => random() * width),
    y: Float32Array.from({ length: count }, () => random() * height),
    speedX: Float32Array.from({ length: count }, speed),
    speedY: Float32Array.from({ length: count }, speed),
  };
}

/** Moves every point by `seconds`; points turn at the edges and never leave the area. */
export function moveParticles(particles: Particles, { width, height }: Size, seconds: number): void {
  for (let index = 0; index < particles.x.length; index++) {
    moveOnAxis(particles.x, particles.speedX, index, width, seconds);
    moveOnAxis(particles.y, particles.speedY, index, height, seconds);
  }
}

function moveOnAxis(at: Float32Array, speed: Float32Array, index: number, end: number, seconds: number): void {
  const before = at[index] ?? 0;
  const velocity = speed[index] ?? 0;
  const next = before + velocity * seconds;
  if (next < 0 || next > end) speed[index] = next < 0 ? Math.abs(velocity) : -Math.abs(velocity);
  at[index] = Math.min(Math.max(next, 0), end);
}

/** Keeps the points' places relative to the area when its size changes. */
export function resizeParticles(particles: Particles, from: Size, to: Size): void {
  for (let index = 0; index < particles.x.length; index++) {
    particles.x[index] = ((particles.x[index] ?? 0) * to.width) / Math.max(from.width, 1);
    particles.y[index] = ((particles.y[index] ?? 0) * to.height) / Math.max(from.height, 1);
  }
}

/** Calls `link` for each pair nearer than `reach` pixels, with a strength from 0 (at the reach) to 1 (same place). */
export function linkParticles(
  { x, y }: Particles,
  reach: number,
  link: (from: number, to: number, strength: number) => void,
): void {
  for (let from = 0; from < x.length; from++) {
    for (let to = from + 1; to < x.length; to++) {
      const apartX = (x[from] ?? 0) - (x[to] ?? 0);
      if (apartX > reach || apartX < -reach) continue;
      const apartY = (y[from] ?? 0) - (y[to] ?? 0);
      const squared = apartX * apartX + apartY * apartY;
      if (squared < reach * reach) link(from, to, 1 - Math.sqrt(squared) / reach);
    }
  }
}
