/** Draws the particle background outside the page's own thread, 30 frames a second. */
import {
  linkParticles,
  moveParticles,
  type Particles,
  resizeParticles,
  type Size,
  spreadParticles,
} from "./particles.ts";

/** A message from the page to the worker. `isStill` draws one picture and stops; `isRunning` pauses a hidden page. */
export type ParticleMessage =
  | { type: "start"; canvas: OffscreenCanvas; size: Size; color: string; count: number; isStill: boolean }
  | { type: "size"; size: Size }
  | { type: "color"; color: string }
  | { type: "still"; isStill: boolean }
  | { type: "running"; isRunning: boolean };

const FRAME_MS = 1000 / 30;
const REACH = 130;
/** After a longer pause the points continue from their old places. */
const LONGEST_STEP_SECONDS = 0.1;

type Picture = {
  context: OffscreenCanvasRenderingContext2D;
  particles: Particles;
  size: Size;
  color: string;
  isStill: boolean;
  isRunning: boolean;
};

let picture: Picture | undefined;
let frame = 0;
let drawnAt = 0;

addEventListener("message", ({ data }: MessageEvent<ParticleMessage>) => {
  if (data.type === "start") start(data);
  else if (picture !== undefined) change(picture, data);
});

function start({ canvas, size, color, count, isStill }: ParticleMessage & { type: "start" }): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  setSize(canvas, size);
  picture = { context, particles: spreadParticles(count, size), size, color, isStill, isRunning: true };
  draw(picture);
  run(picture);
}

function change(current: Picture, message: Exclude<ParticleMessage, { type: "start" }>): void {
  if (message.type === "size") {
    resizeParticles(current.particles, current.size, message.size);
    setSize(current.context.canvas, message.size);
  }
  Object.assign(current, message);
  draw(current);
  run(current);
}

function setSize(canvas: OffscreenCanvas, { width, height }: Size): void {
  canvas.width = width;
  canvas.height = height;
}

function run(current: Picture): void {
  cancelAnimationFrame(frame);
  if (current.isStill || !current.isRunning) return;
  drawnAt = performance.now();
  frame = requestAnimationFrame(step);
}

function step(now: number): void {
  if (picture === undefined) return;
  frame = requestAnimationFrame(step);
  // A frame that is slightly early counts too, or a 60 Hz screen would often skip two frames of three.
  if (now - drawnAt < FRAME_MS - 4) return;
  moveParticles(picture.particles, picture.size, Math.min((now - drawnAt) / 1000, LONGEST_STEP_SECONDS));
  drawnAt = now;
  draw(picture);
}

function draw({ context, particles, size, color }: Picture): void {
  context.clearRect(0, 0, size.width, size.height);
  context.strokeStyle = color;
  context.fillStyle = color;
  linkParticles(particles, REACH, (from, to, strength) => {
    context.globalAlpha = strength * 0.3;
    context.beginPath();
    context.moveTo(particles.x[from] ?? 0, particles.y[from] ?? 0);
    context.lineTo(particles.x[to] ?? 0, particles.y[to] ?? 0);
    context.stroke();
  });
  context.globalAlpha = 0.45;
  for (let index = 0; index < particles.x.length; index++) {
    context.beginPath();
    context.arc(particles.x[index] ?? 0, particles.y[index] ?? 0, 1.75, 0, 2 * Math.PI);
    context.fill();
  }
}
