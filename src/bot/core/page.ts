/** Rows of a list on one screen. */
export const pageSize = 8;

const maxPage = 10_000;

/** Pages count from 1; a forged or old button may ask for any number. */
export const clampPage = (page: number, last: number = maxPage): number => Math.min(Math.max(1, page), last);
