import { encode } from "uqr";

/**
 * A QR code in black on white; the caller draws the margin. By default it is as wide as its place (or `width` in CSS pixels), and its label
 * is its text.
 */
export function QrCode({ text, label = text, width }: { text: string; label?: string; width?: number }) {
  const { size, data } = encode(text, { ecc: "M", border: 0 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={width}
      height={width}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
