/** A person who buys nothing and earns from what everyone else buys. */
export const referrer = 901;
export const referralPoints = 250;
