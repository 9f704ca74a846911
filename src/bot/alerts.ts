import type { Api } from 'grammy';
import type { Log } from '../log.ts';
import type { SettlerDeps } from '../shop/settling/settler.ts';
import { problemOf } from './problem.ts';
import type { Counter } from './routes.ts';

type Deps = Pick<Counter, 'people' | 'ownerIds' | 'viewOf'> & { readonly api: Api; readonly log: Log };

/** Tells every owner, in their own language, what only they can mend. */
export function createAlerts({ api, people, ownerIds, viewOf, log }: Deps): SettlerDeps['onAlert'] {
  return async (alert) => {
    for (const id of ownerIds) {
      const owner = await people.find(id);
      const view = viewOf(owner?.language ?? 'fa', owner?.unit ?? 'toman');
      const text =
        alert.kind === 'order-in-review'
          ? view.html('alert-review', { code: view.code(alert.code) })
          : view.html(`alert-${alert.kind}`);
      await api
        .sendMessage(id, text, { parse_mode: 'HTML' })
        .catch((error: unknown) => log.warn({ alert: alert.kind, ...problemOf(error) }, 'an owner could not be told'));
    }
  };
}
