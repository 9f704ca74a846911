/** Adds ten percent in whole rials, rounded half up. */
export const withTax = (base: number): number => base + Math.floor((base + 5) / 10);
