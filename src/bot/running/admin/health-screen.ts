import { adminActions } from '#bot/actions/admin.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow } from '#bot/kit/navigation.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import type { Health } from '#shop/running/reports/health.ts';
import { balanceLines, failingLines } from './screens.ts';

interface HealthData {
  readonly health: Health;
  readonly low: boolean;
  readonly intake: 'webhook' | 'polling';
}

export function healthScreen(format: Formatter, { health, low, intake }: HealthData): Screen {
  const { at, catalogue, answeredAt, failingSince, lastHour, underWay, unsure, oldestAt, inReview } = health;
  const { asOf, products, onSale, dropped, balance, wallet, balanceAt } = catalogue;
  return {
    text: lines(
      ...failingLines(format, failingSince, at),
      format.html('health-title'),
      '',
      readsLine(format, health),
      answeredAt === null ? null : format.html('health-answered', { ago: format.ago(answeredAt, at) }),
      format.html(health.tokenRefused ? 'health-token-refused' : 'health-token-accepted'),
      balanceLines(format, { balance, wallet, at: balanceAt, low }, at),
      '',
      asOf === null
        ? format.html('health-catalogue-none')
        : format.html('health-catalogue', { products, onSale, ago: format.ago(asOf, at) }),
      dropped > 0 ? format.html('health-dropped', { count: dropped }) : null,
      '',
      format.html('health-hour', lastHour),
      oldestAt === null
        ? format.html('health-none-waiting')
        : format.html('health-waiting', { count: underWay, unsure, ago: format.ago(oldestAt, at) }),
      inReview > 0 ? format.html('desk-reviews', { count: inReview }) : null,
      health.receiptsWaiting > 0 ? format.html('health-receipts', { count: health.receiptsWaiting }) : null,
      ...setAsideLines(format, health),
      '',
      format.html(`health-${intake}`),
      format.html('health-at', { time: format.clock(at) }),
    ),
    keys: [[button(format.plain('key-refresh'), adminActions.health())], backRow(format, adminActions.deskShop())],
  };
}

function setAsideLines(format: Formatter, { at, setAside }: Health): string[] {
  if (setAside.count === 0) return [];
  return [
    '',
    format.html('health-failed', { count: setAside.count }),
    ...setAside.latest.map((update) =>
      format.html('health-failed-one', {
        reference: format.copyable(update.reference),
        ago: format.ago(update.at, at),
      }),
    ),
  ];
}

/** While no purchase is answered the first line says so, and this line must not contradict it. */
function readsLine(format: Formatter, { at, catalogue, failingSince }: Health): string | null {
  const { problem, asOf } = catalogue;
  if (problem === null && failingSince !== null) return null;
  if (problem === null) return format.html(asOf === null ? 'health-unknown' : 'health-well');
  const why = format.html(`trouble-${problem.failure.kind}`);
  return format.html('health-unwell', { ago: format.ago(problem.since, at), why: { html: why } });
}
