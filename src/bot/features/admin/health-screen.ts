import type { Health } from '../../../shop/reports/health.ts';
import type { View } from '../../core/formatter.ts';
import { backRow } from '../../core/navigation.ts';
import { key, lines, type Screen } from '../../core/screen.ts';
import { balanceLine } from './screens.ts';

export interface HealthData {
  readonly health: Health;
  readonly low: boolean;
  readonly intake: 'webhook' | 'polling';
}

/** Is the gateway well? In words that need no log beside them. */
export function healthScreen(view: View, { health, low, intake }: HealthData): Screen {
  const { at, catalogue, answeredAt, lastHour, underWay, oldestAt, inReview, receiptsWaiting } = health;
  const { asOf, products, onSale, dropped, balance, balanceAt } = catalogue;
  return {
    text: lines(
      view.html('health-title'),
      '',
      standing(view, health),
      answeredAt === null ? null : view.html('health-answered', { ago: view.ago(answeredAt, at) }),
      view.html(health.tokenRefused ? 'health-token-refused' : 'health-token-accepted'),
      health.resting ? view.html('health-resting') : null,
      balanceLine(view, { balance, at: balanceAt, low }, at),
      '',
      asOf === null
        ? view.html('health-catalogue-none')
        : view.html('health-catalogue', { products, onSale, ago: view.ago(asOf, at) }),
      dropped > 0 ? view.html('health-dropped', { count: dropped }) : null,
      '',
      view.html('health-hour', lastHour),
      oldestAt === null
        ? view.html('health-none-waiting')
        : view.html('health-waiting', { count: underWay, ago: view.ago(oldestAt, at) }),
      inReview > 0 ? view.html('desk-reviews', { count: inReview }) : null,
      receiptsWaiting > 0 ? view.html('health-receipts', { count: receiptsWaiting }) : null,
      '',
      view.html(`health-${intake}`),
      view.html('health-at', { time: view.clock(at) }),
    ),
    keys: [[key(view.plain('key-refresh'), { to: 'health' })], backRow(view, { to: 'desk' })],
  };
}

function standing(view: View, { at, catalogue }: Health): string {
  const { problem, asOf } = catalogue;
  if (problem === null) return view.html(asOf === null ? 'health-unknown' : 'health-well');
  const why = view.html(`trouble-${problem.failure.kind}`);
  return view.html('health-unwell', { ago: view.ago(problem.since, at), why: { html: why } });
}
