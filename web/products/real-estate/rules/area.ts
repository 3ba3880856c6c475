/** Square metres in a square foot. */
const SQUARE_FOOT = 0.09290304;

/** An area given in square feet, as the table has it, in whole square metres. */
export const squareMetres = (squareFeet: number): number => Math.round(squareFeet * SQUARE_FOOT);

/** A price in kronor a square metre; undefined where the area is not known. */
export function pricePerSquareMetre(price: number, squareFeet: number | null): number | undefined {
  const area = squareFeet === null ? 0 : squareMetres(squareFeet);
  return area === 0 ? undefined : Math.round(price / area);
}
