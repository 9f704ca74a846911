import type { Pause } from '#shop/base/sales-pause/sales-pause.ts';
import { type Formatter, untrusted } from './formatter.ts';
import type { BotRequest, HandlerResult } from './request.ts';
import { lines } from './screen.ts';

export type ReadPause = () => Promise<Pause | null>;

export const pauseText = (format: Formatter, { reason }: Pause): string =>
  reason === '' ? format.html('paused-now') : format.html('paused-now-why', { reason: untrusted(reason) });

/** Adds the pause of sales to a screen on the way to a purchase. */
export async function withPauseNotice(
  salesPause: ReadPause,
  { format }: BotRequest,
  reply: Promise<HandlerResult>,
): Promise<HandlerResult> {
  const [result, pause] = await Promise.all([reply, salesPause()]);
  if (!pause || 'redirect' in result || result.screen === null) return result;
  // The screen says so already.
  if (result.failure?.code === 'selling-paused') return result;
  const text = lines(pauseText(format, pause), '', result.screen.text);
  return { ...result, screen: { ...result.screen, text } };
}
