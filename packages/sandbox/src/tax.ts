/** Ten percent of whole rials on top, rounded half up. */
export const withTax = (base: number): number => base + Math.floor((base + 5) / 10);
