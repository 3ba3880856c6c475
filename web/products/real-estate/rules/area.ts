/** Square metres in a square foot. */
const SQUARE_FOOT = 0.09290304;

/** An area given in square feet, as the table has it, in whole square metres. */
export const squareMetres = (squareFeet: number): number => Math.round(squareFeet * SQUARE_FOOT);
