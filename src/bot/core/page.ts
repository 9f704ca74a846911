/** Rows of a list on one screen. */
export const pageSize = 8;

const maxPage = 10_000;

/** Pages count from 1; a forged button may ask for any number. */
export const clampPage = (page: number): number => Math.min(Math.max(1, page), maxPage);
