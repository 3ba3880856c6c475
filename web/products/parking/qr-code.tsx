import { encode } from "uqr";

/** An address for a phone's camera; as wide as its place without a width (CSS pixels). */
export function QrCode({ address, width }: { address: string; width?: number }) {
  const { size, data } = encode(address, { ecc: "M", border: 0 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={address}
      viewBox={`0 0 ${size} ${size}`}
      width={width}
      height={width}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
