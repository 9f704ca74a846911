import { may } from '../../domain/access.ts';
import { parseAmount } from '../../domain/amount.ts';
import { findMobiles, type Mobile, parseMobile } from '../../domain/phone.ts';
import type { Press } from '../buttons.ts';
import { fittingWords } from '../buttons.ts';
import { type BotContext, visitOf } from '../context.ts';
import type { Bulk } from '../features/bulk.ts';
import type { Desk } from '../features/desk.ts';
import { typedPeriod } from '../features/files.ts';
import { foundBy } from '../features/finding.ts';
import { type Ask, type Counter, follow, type Handing, pressOf, type Routes, refusal, type Step } from '../routes.ts';
import { failureScreen } from '../screens/failure.ts';
import { periodsPress } from '../screens/files.ts';
import { pastPress } from '../screens/past.ts';
import { clipped, oneLine } from '../view.ts';
import type { Answer } from './answer.ts';
import { retry } from './retry.ts';

const labelLength = 40;

/** The one number in a message: typed, pasted, forwarded, in a caption, or as a contact. */
export function mobilesIn(
  { message }: Pick<BotContext, 'message'>,
  { operators }: Pick<Counter, 'operators'>,
): Mobile[] {
  const text = message?.contact?.phone_number ?? message?.text ?? message?.caption;
  if (text === undefined) return [];
  const whole = parseMobile(text, operators);
  return whole.ok ? [whole.value] : findMobiles(text, operators);
}

const done = (step: Step | Handing): Answer =>
  step.screen === null
    ? { kind: 'files', files: step.files }
    : { kind: 'done', screen: step.screen, ask: step.ask ?? null, tracks: step.tracks ?? null };

/** Lists are for sellers; a paused one sells nothing. */
export const maySell = ({ person }: Pick<BotContext, 'person'>): boolean =>
  may(person.role, 'sell') && person.pausedWhy === null;

export function createAnswers(
  counter: Counter,
  routes: Routes,
  desk: Pick<Desk, 'answer' | 'draft'>,
  bulk: Pick<Bulk, 'start'>,
) {
  async function go(ctx: BotContext, press: Press): Promise<Answer> {
    return done(await follow(routes, visitOf(ctx), press));
  }

  return async function answer(ctx: BotContext, ask: Ask): Promise<Answer> {
    const [mobile, ...more] = mobilesIn(ctx, counter);
    const text = ctx.message?.text?.trim();
    switch (ask.for) {
      case 'number':
        if (mobile === undefined) {
          const order = text === undefined ? null : await counter.orders.byCode(text);
          // Someone else's code is like one that does not exist.
          const known = order && (order.buyerId === ctx.person.id || may(ctx.person.role, 'run'));
          return known ? { kind: 'pass' } : retry(ctx, { code: 'number-invalid' }, { to: 'home' });
        }
        if (more.length === 0) return go(ctx, pressOf(ask.lead, mobile));
        if (!maySell(ctx)) return { kind: 'pass' };
        return done(await bulk.start(visitOf(ctx), text ?? ctx.message?.caption ?? '', ask.lead));
      case 'amount': {
        // A number is never an amount: whoever pastes one has moved on to another sale.
        if (mobile !== undefined || text === undefined) return { kind: 'pass' };
        const amount = parseAmount(text, ctx.person.unit);
        if (amount === null)
          return retry(ctx, { code: 'amount-invalid' }, { to: 'amounts', id: ask.id, mobile: ask.mobile });
        return amountTyped(ctx, ask, amount);
      }
      case 'search': {
        if (mobile !== undefined || text === undefined) return { kind: 'pass' };
        const words = fittingWords(text);
        return words === '' ? { kind: 'pass' } : go(ctx, { to: 'search', page: 1, sim: null, words });
      }
      case 'label': {
        const label = clipped(oneLine(text ?? ''), labelLength, '');
        if (mobile !== undefined || label === '') return { kind: 'pass' };
        const refused = refusal(ctx.person, { to: 'label', mobile: ask.mobile });
        if (refused) return done({ screen: failureScreen(ctx.view, refused) });
        await counter.numbers.setLabel(ctx.person.id, ask.mobile, label);
        return go(ctx, { to: 'number', mobile: ask.mobile });
      }
      case 'past': {
        const { state, time } = ask;
        if (mobile === undefined)
          return retry(ctx, { code: 'number-invalid' }, pastPress({ state, time, mobile: null }, 1));
        return go(ctx, { to: 'past', page: 1, state, time, mobile });
      }
      case 'find': {
        const press = await foundBy(counter, ctx, { text, mobile });
        // Asked of the owner; by the time it is answered they may be one no more.
        if (ctx.person.role !== 'owner') return { kind: 'pass' };
        return press ? go(ctx, press) : retry(ctx, { code: 'order-unknown' }, { to: 'desk' });
      }
      case 'period': {
        if (mobile !== undefined || text === undefined) return { kind: 'pass' };
        const back = periodsPress(ask.book);
        const refused = refusal(ctx.person, back);
        if (refused) return done({ screen: failureScreen(ctx.view, refused) });
        const wanted = typedPeriod(ctx.person.id, ask, text);
        return wanted ? done(wanted) : retry(ctx, { code: 'period-invalid' }, back);
      }
      case 'announce': {
        if (!ctx.message || ctx.person.role !== 'owner') return { kind: 'pass' };
        const drafted = await desk.draft(visitOf(ctx), ctx.message);
        return drafted.ok ? done(drafted.value) : retry(ctx, drafted.error, { to: 'desk' });
      }
      case 'invite':
      case 'credit':
      case 'pause':
      case 'pauseSelling':
      case 'decide':
        // Asked of the owner; by the time it is answered they may be one no more.
        if (text === undefined || text === '' || ctx.person.role !== 'owner') return { kind: 'pass' };
        return desk.answer(visitOf(ctx), ask, text);
    }
  };

  async function amountTyped(ctx: BotContext, ask: Extract<Ask, { for: 'amount' }>, amount: number): Promise<Answer> {
    const product = counter.catalogue.product(ask.id);
    if (product?.maxPrice && (amount < product.price || amount > product.maxPrice)) {
      return retry(
        ctx,
        { code: 'amount-out-of-range', min: product.price, max: product.maxPrice },
        { to: 'amounts', id: ask.id, mobile: ask.mobile },
      );
    }
    return go(ctx, { to: 'amount', id: ask.id, mobile: ask.mobile, amount });
  }
}
