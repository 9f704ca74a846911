declare const whole: unique symbol;

/** Whole milliseconds since 1970. PostgreSQL refuses a fraction in a column of times. */
export type Moment = number & { readonly [whole]: true };

/** `ms` may be a fraction, such as a part of an age. */
export const momentAfter = (at: number, ms: number): Moment => Math.round(at + ms) as Moment;
