/** Whole rials. Always a safe, non-negative integer unless a name says otherwise (a balance may be negative). */
export type Rials = number;
