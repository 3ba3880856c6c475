import SignaturePad from "signature_pad";
import { SIGNATURE } from "#contract/limits.ts";

/** More canvas pixels for each CSS pixel would only make the picture larger. */
const MAX_RATIO = 2;

/** A signature drawn on a canvas: black strokes on white (document 1 §9). */
export type SignatureDrawing = {
  clear: () => void;
  /** Writes a name instead of a drawing, for people who cannot draw. */
  write: (name: string) => void;
  /** Shows an earlier picture, a PNG data URL, without calling `onSigned`. */
  show: (picture: string) => void;
  /** Frees the canvas. */
  stop: () => void;
};

/**
 * Makes a canvas drawable. `onSigned` gets the picture as a PNG data URL after each stroke. The drawing survives a change of the canvas's
 * size.
 */
export function startSignature(canvas: HTMLCanvasElement, onSigned: (picture: string) => void): SignatureDrawing {
  fitToSize(canvas);
  // The library signature_pad counts its widths as radii.
  const radius = SIGNATURE.stroke / 2;
  const pad = new SignaturePad(canvas, {
    minWidth: radius,
    maxWidth: radius,
    penColor: "#000",
    backgroundColor: "#fff",
  });
  let written = "";
  let shown: HTMLImageElement | undefined;

  const tell = () => onSigned(canvas.toDataURL("image/png"));
  pad.addEventListener("endStroke", tell);
  const sizes = new ResizeObserver(() => {
    if (!fitToSize(canvas)) return;
    const strokes = pad.toData();
    pad.clear();
    drawPicture(canvas, shown);
    writeName(canvas, written);
    pad.fromData(strokes, { clear: false });
  });
  sizes.observe(canvas);

  return {
    clear: () => {
      written = "";
      shown = undefined;
      pad.clear();
    },
    show: (picture) => {
      const image = new Image();
      image.addEventListener("load", () => drawPicture(canvas, shown));
      image.src = picture;
      shown = image;
    },
    write: (name) => {
      pad.clear();
      shown = undefined;
      written = name;
      writeName(canvas, name);
      tell();
    },
    stop: () => {
      sizes.disconnect();
      pad.off();
    },
  };
}

/** Gives the canvas as many pixels as its place on the screen. Returns whether the size changed, which empties the canvas. */
function fitToSize(canvas: HTMLCanvasElement): boolean {
  const ratio = Math.min(Math.max(devicePixelRatio, 1), MAX_RATIO);
  const width = Math.round(canvas.offsetWidth * ratio);
  const height = Math.round(canvas.offsetHeight * ratio);
  if (width === 0 || (canvas.width === width && canvas.height === height)) return false;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.scale(ratio, ratio);
  return true;
}

/** Draws a picture from a canvas of another size, and keeps its proportions. */
function drawPicture(canvas: HTMLCanvasElement, picture: HTMLImageElement | undefined): void {
  if (picture?.complete !== true || picture.naturalHeight === 0) return;
  const height = canvas.offsetHeight;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, (picture.naturalWidth * height) / picture.naturalHeight, height);
}

function writeName(canvas: HTMLCanvasElement, name: string): void {
  const context = canvas.getContext("2d");
  if (context === null || name === "") return;
  context.fillStyle = "#000";
  context.font = `italic ${SIGNATURE.height / 4}px "Segoe Script", "Snell Roundhand", "URW Chancery L", cursive`;
  context.textBaseline = "middle";
  context.fillText(name, 16, SIGNATURE.height / 2, canvas.offsetWidth - 32);
}
