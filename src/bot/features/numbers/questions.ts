import { may } from '../../../domain/access.ts';
import { parseAmount } from '../../../domain/amount.ts';
import { findMobiles, type Mobile, parseMobile } from '../../../domain/phone.ts';
import type { Press } from '../../core/callback-data.ts';
import { searchWords } from '../../core/callback-data.ts';
import { type BotContext, requestOf } from '../../core/context.ts';
import { failureScreen } from '../../core/failure.ts';
import { oneLine, truncate } from '../../core/formatter.ts';
import type { Answer } from '../../core/question.ts';
import {
  type Ask,
  type FileReply,
  follow,
  pressOf,
  type Reply,
  type Routes,
  refusal,
  type Services,
} from '../../core/request.ts';
import type { Desk } from '../admin/handlers.ts';
import type { Bulk } from '../bulk/handlers.ts';
import { typedPeriod } from '../files/handlers.ts';
import { periodsPress } from '../files/screens.ts';
import { retry } from '../home/ask-again.ts';
import { foundBy } from '../order-lookup/handlers.ts';
import { pastPress } from '../orders/history-screen.ts';

const labelLength = 40;

/** The one number in a message: typed, pasted, forwarded, in a caption, or as a contact. */
export function mobilesIn(
  { message }: Pick<BotContext, 'message'>,
  { operators }: Pick<Services, 'operators'>,
): Mobile[] {
  const text = message?.contact?.phone_number ?? message?.text ?? message?.caption;
  if (text === undefined) return [];
  const whole = parseMobile(text, operators);
  return whole.ok ? [whole.value] : findMobiles(text, operators);
}

const done = (step: Reply | FileReply): Answer =>
  step.screen === null
    ? { kind: 'files', files: step.files }
    : { kind: 'done', screen: step.screen, ask: step.ask ?? null };

/** Lists are for sellers; a paused one sells nothing. */
export const maySell = ({ person }: Pick<BotContext, 'person'>): boolean =>
  may(person.role, 'sell') && person.pausedWhy === null;

export function createAnswers(
  services: Services,
  routes: Routes,
  desk: Pick<Desk, 'answer' | 'draft'>,
  bulk: Pick<Bulk, 'start'>,
) {
  async function go(ctx: BotContext, press: Press): Promise<Answer> {
    return done(await follow(routes, requestOf(ctx), press));
  }

  return async function answer(ctx: BotContext, ask: Ask): Promise<Answer> {
    const [mobile, ...more] = mobilesIn(ctx, services);
    const text = ctx.message?.text?.trim();
    switch (ask.for) {
      case 'number':
        if (mobile === undefined) {
          const order = text === undefined ? null : await services.orders.byCode(text);
          // Someone else's code is like one that does not exist.
          const known = order && (order.buyerId === ctx.person.id || may(ctx.person.role, 'run'));
          return known ? { kind: 'pass' } : retry(ctx, { code: 'number-invalid' }, { to: 'home' });
        }
        if (more.length === 0) return go(ctx, pressOf(ask.lead, mobile));
        if (!maySell(ctx)) return { kind: 'pass' };
        return done(await bulk.start(requestOf(ctx), text ?? ctx.message?.caption ?? '', ask.lead));
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
        const words = searchWords(text);
        return words === '' ? { kind: 'pass' } : go(ctx, { to: 'search', page: 1, sim: null, words });
      }
      case 'label': {
        const label = truncate(oneLine(text ?? ''), labelLength, '');
        if (mobile !== undefined || label === '') return { kind: 'pass' };
        const refused = refusal(ctx.person, { to: 'label', mobile: ask.mobile });
        if (refused) return done({ screen: failureScreen(ctx.format, refused) });
        await services.numbers.setLabel(ctx.person.id, ask.mobile, label);
        return go(ctx, { to: 'number', mobile: ask.mobile });
      }
      case 'past': {
        const { state, time } = ask;
        if (mobile === undefined)
          return retry(ctx, { code: 'number-invalid' }, pastPress({ state, time, mobile: null }, 1));
        return go(ctx, { to: 'past', page: 1, state, time, mobile });
      }
      case 'find': {
        const press = await foundBy(services, ctx, { text, mobile });
        // Asked of the owner; by the time it is answered they may be one no more.
        if (ctx.person.role !== 'owner') return { kind: 'pass' };
        return press ? go(ctx, press) : retry(ctx, { code: 'order-unknown' }, { to: 'desk' });
      }
      case 'period': {
        if (mobile !== undefined || text === undefined) return { kind: 'pass' };
        const back = periodsPress(ask.book);
        const refused = refusal(ctx.person, back);
        if (refused) return done({ screen: failureScreen(ctx.format, refused) });
        const wanted = typedPeriod(ctx.person.id, ask, text);
        return wanted ? done(wanted) : retry(ctx, { code: 'period-invalid' }, back);
      }
      case 'announce': {
        if (!ctx.message || ctx.person.role !== 'owner') return { kind: 'pass' };
        const drafted = await desk.draft(requestOf(ctx), ctx.message);
        return drafted.ok ? done(drafted.value) : retry(ctx, drafted.error, { to: 'desk' });
      }
      case 'invite':
      case 'credit':
      case 'pause':
      case 'pauseSelling':
      case 'decide':
        // Asked of the owner; by the time it is answered they may be one no more.
        if (text === undefined || text === '' || ctx.person.role !== 'owner') return { kind: 'pass' };
        return desk.answer(requestOf(ctx), ask, text);
    }
  };

  async function amountTyped(ctx: BotContext, ask: Extract<Ask, { for: 'amount' }>, amount: number): Promise<Answer> {
    const product = services.catalogue.product(ask.id);
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
