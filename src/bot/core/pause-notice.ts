import type { Pause } from '../../shop/selling/selling.ts';
import type { Press } from './callback-data.ts';
import { failureText } from './failure.ts';
import { type Formatter, foreign } from './formatter.ts';
import type { BotRequest, Reply, Routes, Services } from './request.ts';
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

export const pauseText = (format: Formatter, { reason }: Pause): string =>
  reason === '' ? format.html('paused-now') : format.html('paused-now-why', { reason: foreign(reason) });

/** The same routes, which say on top that selling is paused, and why, while it is. */
export function withPauseNotice({ selling }: Pick<Services, 'selling'>, routes: Routes): Routes {
  const told =
    (route: (request: BotRequest, press: never) => Promise<Reply>) =>
    async (request: BotRequest, press: never): Promise<Reply> => {
      const [step, pause] = await Promise.all([route(request, press), selling.pausedLately()]);
      // Where a price should stand, the refusal says the same.
      const refused = pause && failureText(request.format, { code: 'selling-paused', reason: pause.reason });
      if (!pause || step.screen.text === refused) return step;
      const text = lines(pauseText(request.format, pause), '', step.screen.text);
      return { ...step, screen: { ...step.screen, text } };
    };
  const changed = towardsBuying.map((name) => [name, told(routes[name] as Parameters<typeof told>[0])]);
  return { ...routes, ...Object.fromEntries(changed) };
}
