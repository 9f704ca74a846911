import type { Figure } from './figure.ts';

/** All figures by the name that `npm run bench -- NAME` takes, in running order. */
export const figures: Readonly<Record<string, () => Promise<{ figure: Figure }>>> = {
  felt: () => import('./figures/felt.ts'),
  journey: () => import('./figures/journey.ts'),
  crowd: () => import('./figures/crowd.ts'),
  confirms: () => import('./figures/confirms.ts'),
  settling: () => import('./figures/settling.ts'),
  size: () => import('./figures/size.ts'),
  catalogue: () => import('./figures/catalogue.ts'),
  archive: () => import('./figures/archive.ts'),
  idle: () => import('./figures/idle.ts'),
  start: () => import('./figures/start.ts'),
  shops: () => import('./figures/shops.ts'),
  chaos: () => import('./figures/chaos.ts'),
  reading: () => import('./figures/reading.ts'),
};
