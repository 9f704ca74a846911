import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import type { BotRequest, HandlerResult } from '#bot/kit/request.ts';
import { lines } from '#bot/kit/screen.ts';
import type { Pause } from '#shop/base/sales-pause/sales-pause.ts';

export type ReadPause = () => Promise<Pause | null>;

export const pauseText = (format: Formatter, { reason }: Pause): string =>
  reason === '' ? format.html('paused-now') : format.html('paused-now-why', { reason: untrusted(reason) });

/** Adds a notice to a screen on the way to a purchase while selling is paused. */
export async function withPauseNotice(
  salesPause: ReadPause,
  { format }: BotRequest,
  reply: Promise<HandlerResult>,
): Promise<HandlerResult> {
  const [result, pause] = await Promise.all([reply, salesPause()]);
  if (!pause || 'redirect' in result || result.screen === null) return result;
  // The screen already says so.
  if (result.failure?.code === 'selling-paused') return result;
  const text = lines(pauseText(format, pause), '', result.screen.text);
  return { ...result, screen: { ...result.screen, text } };
}
