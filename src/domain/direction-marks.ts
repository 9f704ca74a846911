/** Marks that change the direction of the text around them. */
export const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
