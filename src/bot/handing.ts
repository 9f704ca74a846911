import type { Services } from './core/services.ts';

/**
 * An order was confirmed and leased to us: it is handed over when its buyer sees so, or when that could not be shown. A
 * Telegram that hangs is not waited for.
 */
export function beginHanding({ handOver, progressMs }: Pick<Services, 'handOver' | 'progressMs'>, orderId: string) {
  let early = false;
  const impatient = setTimeout(() => {
    early = true;
    // Should that fail, the lease runs out.
    handOver(orderId).catch(() => undefined);
  }, progressMs);
  return {
    /** False: it may have gone on already, and what was just shown needs another look. */
    over: async (): Promise<boolean> => {
      clearTimeout(impatient);
      return !early && (await handOver(orderId));
    },
  };
}
