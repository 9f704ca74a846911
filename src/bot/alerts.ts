import { type Api, GrammyError } from 'grammy';
import type { Log } from '../log.ts';
import type { Alert } from '../shop/alerting/alerts.ts';
import type { HeraldDeps } from '../shop/alerting/herald.ts';
import { foreign, type View } from './core/formatter.ts';
import { isGone, problemOf } from './core/problem.ts';
import type { Counter } from './core/request.ts';
import { beside, type Key, type Screen } from './core/screen.ts';
import { messageOptions } from './core/show.ts';

type Deps = Pick<Counter, 'people' | 'viewOf'> & { readonly api: Api; readonly log: Log };

function alertText(view: View, alert: Alert): string {
  switch (alert.kind) {
    case 'order-in-review':
      return view.html('alert-review', { code: view.code(alert.code) });
    case 'low-balance':
      return view.html('alert-low-balance', {
        balance: view.money(alert.balance),
        threshold: view.money(alert.threshold),
      });
    case 'agent-joined':
      return view.html('alert-agent-joined', { name: foreign(alert.name), limit: view.money(alert.creditLimit) });
    case 'token-refused':
      return view.html('alert-token-refused');
    case 'token-accepted':
      return view.html('alert-token-accepted');
  }
}

/** Where it is mended, or seen. */
function wayTo(view: View, alert: Alert): Key {
  switch (alert.kind) {
    case 'order-in-review':
      return beside(view.plain('key-open-order'), { to: 'review', order: alert.orderId });
    case 'agent-joined':
      return beside(view.plain('key-open-agent'), { to: 'agent', person: alert.personId });
    case 'low-balance':
    case 'token-refused':
    case 'token-accepted':
      return beside(view.plain('key-health'), { to: 'health' });
  }
}

/** What its keys show comes beside the alert: it is looked for later. */
const alertScreen = (view: View, alert: Alert): Screen => ({
  text: alertText(view, alert),
  keys: [[wayTo(view, alert), beside(view.plain('key-desk'), { to: 'desk' })]],
});

/** Tells an owner, in their own language, what only they can mend, or what they want to know. */
export function createAlerts({ api, people, viewOf, log }: Deps): HeraldDeps['tell'] {
  return async (ownerId, alert) => {
    const owner = await people.find(ownerId);
    const view = viewOf(owner?.language ?? 'fa', owner?.unit ?? 'toman');
    try {
      const screen = alertScreen(view, alert);
      await api.sendMessage(ownerId, screen.text, messageOptions(screen));
      return { kind: 'delivered' };
    } catch (error) {
      log.warn({ alert: alert.kind, ...problemOf(error) }, 'an owner could not be told');
      if (isGone(error)) return { kind: 'unreachable' };
      const seconds = error instanceof GrammyError ? error.parameters.retry_after : undefined;
      return { kind: 'later', retryAfterMs: seconds === undefined ? null : seconds * 1_000 };
    }
  };
}
