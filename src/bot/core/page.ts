export const pageSize = 8;

const maxPage = 10_000;

/** From 1; an old or forged button may carry any number. */
export const clampPage = (page: number, last: number = maxPage): number => Math.min(Math.max(1, page), last);
