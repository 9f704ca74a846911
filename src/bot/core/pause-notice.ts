import type { Pause } from '../../shop/selling/selling.ts';
import type { Press } from './callback-data.ts';
import { failureText } from './failure.ts';
import { foreign, type View } from './formatter.ts';
import type { Counter, Routes, Step, Visit } from './request.ts';
import { lines } from './screen.ts';

/** Every step towards a purchase: whoever takes one should know before the last that it leads nowhere now. */
const towardsBuying: readonly Press['to'][] = [
  'home',
  'askNumber',
  'number',
  'setOperator',
  'setSim',
  'operators',
  'sims',
  'shelf',
  'search',
  'product',
  'topup',
  'amounts',
  'amount',
  'askAmount',
  'offers',
  'offersAgain',
  'offer',
  'changeNumber',
  'again',
  'bulk',
  'bulkItem',
  'bulkTopup',
];

export const pauseText = (view: View, { reason }: Pause): string =>
  reason === '' ? view.html('paused-now') : view.html('paused-now-why', { reason: foreign(reason) });

/** The same routes, which say on top that selling is paused, and why, while it is. */
export function withPauseNotice({ selling }: Pick<Counter, 'selling'>, routes: Routes): Routes {
  const told =
    (route: (visit: Visit, press: never) => Promise<Step>) =>
    async (visit: Visit, press: never): Promise<Step> => {
      const [step, pause] = await Promise.all([route(visit, press), selling.pausedLately()]);
      // Where a price should stand, the refusal says the same.
      const refused = pause && failureText(visit.view, { code: 'selling-paused', reason: pause.reason });
      if (!pause || step.screen.text === refused) return step;
      const text = lines(pauseText(visit.view, pause), '', step.screen.text);
      return { ...step, screen: { ...step.screen, text } };
    };
  const changed = towardsBuying.map((name) => [name, told(routes[name] as Parameters<typeof told>[0])]);
  return { ...routes, ...Object.fromEntries(changed) };
}
