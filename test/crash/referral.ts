/** Buys nothing, and earns by what everyone else buys. */
export const referrer = 901;
export const referralPoints = 250;
