import type { Figure } from './figure.ts';

/** For `--against` alone: it needs another version. */
export const comparison = { against: () => import('./figures/against.ts') };

/** All figures by the name that `npm run bench -- NAME` takes, in running order. */
export const figures: Readonly<Record<string, () => Promise<{ figure: Figure }>>> = {
  felt: () => import('./figures/felt.ts'),
  journey: () => import('./figures/journey.ts'),
  size: () => import('./figures/size.ts'),
  'size-postgres': () => import('./figures/size-postgres.ts'),
  growth: () => import('./figures/growth.ts'),
  archive: () => import('./figures/archive.ts'),
  catalogue: () => import('./figures/catalogue.ts'),
  shelf: () => import('./figures/shelf.ts'),
  confirms: () => import('./figures/confirms.ts'),
  api: () => import('./figures/api.ts'),
  shops: () => import('./figures/shops.ts'),
  settling: () => import('./figures/settling.ts'),
  postgres: () => import('./figures/postgres.ts'),
  crowd: () => import('./figures/crowd.ts'),
  peaks: () => import('./figures/peaks.ts'),
  announcement: () => import('./figures/announcement.ts'),
  start: () => import('./figures/start.ts'),
  people: () => import('./figures/people.ts'),
  report: () => import('./figures/report.ts'),
  telegram: () => import('./figures/telegram.ts'),
};
