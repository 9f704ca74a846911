import type { OrderState } from '#domain/order.ts';
import type { PurchaseIntent } from '#shop/buying/orders/order.ts';
import type { Fleet } from './fleet.ts';
import { faultNames, type TestGateway } from './gateway.ts';
import { isWithin } from './points.ts';
import type { Reply } from './protocol.ts';
import type { Random } from './random.ts';
import { type Tap, updateOf } from './taps.ts';

/** A state that a buyer read; it must stay true. */
export interface Promised {
  readonly orderId: string;
  readonly state: OrderState;
}

export interface JourneysDeps {
  readonly fleet: Pick<Fleet, 'ask' | 'tap' | 'armed'>;
  readonly gateway: Pick<TestGateway, 'injectFault' | 'fixed' | 'ranged' | 'offSale'>;
  readonly random: Random;
}

const buyers = [101, 102, 103, 104, 105, 106, 107, 108] as const;
/** These buyers have no money and get none. */
const poorBuyers = [201, 202] as const;
/** These buyers have only what they pay for each order. */
const payers = [301, 302] as const;
export const everyBuyer = [...buyers, ...poorBuyers, ...payers];
const wealth = 10_000_000_000;

/** The first code is used up on the way, the second never. */
export const promoNames = ['LIMITED', 'ENDLESS'] as const;

type Kind = 'buy' | 'look' | 'cancel' | 'waver' | 'poor' | 'late' | 'pay';

export function createJourneys({ fleet, gateway, random }: JourneysDeps) {
  let begun = 0;
  let updates = 0;
  let messages = 0;
  /** Orders with the code that is used up on the way. */
  const limited = new Set<string>();
  const granted = new Map<number, number>([
    ...buyers.map((id) => [id, wealth] as const),
    ...[...poorBuyers, ...payers].map((id) => [id, 0] as const),
  ]);

  async function fillWallets(): Promise<void> {
    const grants = buyers.map(
      (personId) => ({ do: 'grant', personId, amount: wealth, key: `start:${personId}` }) as const,
    );
    // Each grant comes twice; the second must not give money.
    await Promise.all([...grants, ...grants].map((grant) => fleet.ask(grant)));
  }

  function newMessage(): number {
    messages += 1;
    return messages;
  }

  /** Sometimes Telegram delivers an update twice at once. */
  async function tap(by: number, what: Tap): Promise<Reply> {
    updates += 1;
    const reply = await fleet.tap(updateOf(updates, by, what), random.chance(0.2) ? 2 : 1);
    const isPoor = poorBuyers.some((id) => id === by);
    // A quote refused for its used-up code has expired. The shop of long ago has no catalogue for another quote.
    const hadCode = what.do === 'confirm' && limited.has(what.orderId);
    const codes = [
      ...(hadCode ? ['promo-used-up', 'quote-expired', 'product-gone'] : []),
      ...(isPoor ? ['wallet-too-small'] : []),
    ];
    const expected = reply.kind === 'failure' && codes.includes(reply.code);
    if (reply.kind === 'failure' && !expected) throw new Error(`Unexpected failure: ${JSON.stringify(reply)}`);
    return reply;
  }

  /** One person's way from the quote to the last tap on Confirm. */
  async function travel(): Promise<void> {
    begun += 1;
    const kind = kindOf();
    if (kind === 'pay') return pay();
    const by = random.pick(kind === 'poor' ? poorBuyers : buyers);
    const orderId = await quote(by, wish());
    if (kind === 'look') return;
    if (random.chance(wantsFault() ? 0.8 : 0.35))
      await gateway.injectFault(random.pick(faultNames), random.whole(1, 2));

    const messageId = newMessage();
    const confirm = { do: 'confirm', orderId, messageId, longAgo: kind === 'late' } as const;
    const cancel = { do: 'cancel', orderId } as const;
    const taps: Tap[] = [
      ...(kind === 'cancel' ? [] : [confirm, confirm]),
      ...(kind === 'cancel' || kind === 'waver' ? [cancel] : []),
      // The same question in another message: sent again after a crash, or found by scrolling up.
      ...(kind !== 'cancel' && random.chance(0.3) ? [{ ...confirm, messageId: newMessage() }] : []),
    ];
    await Promise.all(taps.map((one) => tap(by, one)));
    if (kind !== 'cancel') await lookAt(by, orderId, messageId);
    // The same button is pressed much later.
    if (kind !== 'cancel' && random.chance(0.2)) await tap(by, confirm);
  }

  /** Opens the order's page in the receipt's message or another; some people then leave it for another screen. */
  async function lookAt(by: number, orderId: string, receipt: number): Promise<void> {
    const wanted = fleet.armed().some((point) => isWithin(point, 'track', 'untrack'));
    if (!random.chance(wanted ? 0.8 : 0.4)) return;
    const messageId = random.chance(0.5) ? receipt : newMessage();
    await tap(by, { do: 'open', orderId, messageId });
    if (random.chance(0.5)) await tap(by, { do: 'leave', messageId });
  }

  /** Pays by invoice: Telegram repeats each payment until it is acknowledged, sometimes in two updates. */
  async function pay(): Promise<void> {
    const by = random.pick(payers);
    const { id, price, second_price } = gateway.ranged;
    const amount = random.whole(price, second_price ?? price);
    const item = { kind: 'product', productId: id, amount } as const;
    const orderId = await quote(by, { ...wish(), item });
    if (random.chance(0.35)) await gateway.injectFault(random.pick(faultNames), random.whole(1, 2));
    // Sometimes the order is cancelled during the payment, and the money stays in the wallet.
    if (random.chance(0.2)) await tap(by, { do: 'cancel', orderId });
    granted.set(by, (granted.get(by) ?? 0) + amount);
    const payment = { do: 'pay', orderId, amount, chargeId: `charge:${orderId}` } as const;
    await Promise.all([payment, payment].map((told) => tap(by, told)));
  }

  async function quote(by: number, wanted: PurchaseIntent): Promise<string> {
    const promo = random.chance(wantsPromo() ? 0.9 : 0.4) ? random.pick(promoNames) : undefined;
    const reply = await tap(by, { do: 'quote', wanted, promo });
    if (reply.kind !== 'order') throw new Error('There is no quote.');
    if (promo === promoNames[0]) limited.add(reply.id);
    return reply.id;
  }

  /** Rare steps come more often while a process waits to die there. */
  function kindOf(): Kind {
    const armed = fleet.armed();
    const wants = (...operations: Parameters<typeof isWithin>[1][]) =>
      armed.some((point) => isWithin(point, ...operations));
    if (wants('cancel') && random.chance(0.4)) return 'cancel';
    if (wants('review') && random.chance(0.4)) return 'late';
    if (wants('pay', 'try later') && random.chance(0.4)) return 'pay';
    if (wantsPromo() && random.chance(0.6)) return 'buy';
    if (wants('lock') && random.chance(0.3)) return 'poor';
    const roll = random.next();
    if (roll < 0.06) return 'look';
    if (roll < 0.1) return 'cancel';
    if (roll < 0.15) return 'waver';
    if (roll < 0.19) return 'poor';
    if (roll < 0.31) return 'pay';
    return roll < 0.35 ? 'late' : 'buy';
  }

  const wantsPromo = () => fleet.armed().some((point) => point.includes('promo'));
  const wantsPromoBack = () => fleet.armed().some((point) => point.includes('end: ') && point.includes('promo'));
  const wantsFault = () => fleet.armed().some((point) => isWithin(point, 'unsure', 'postpone'));

  function wish(): PurchaseIntent {
    const mobile = `98935${String(random.whole(0, 9_999_999)).padStart(7, '0')}`;
    const { id, price, second_price } = gateway.ranged;
    const named = { kind: 'product', productId: id, amount: random.whole(price, second_price ?? price) } as const;
    const fixed = { kind: 'product', productId: gateway.fixed.id, amount: null } as const;
    const refused = { kind: 'product', productId: gateway.offSale.id, amount: null } as const;
    const offer = { kind: 'offer', code: '40100', type: 'DATA' } as const;
    const item = random.chance(wantsPromoBack() ? 0.7 : 0.2) ? refused : random.pick([named, fixed, offer]);
    return { item, mobile, simType: 'prepaid' };
  }

  return { fillWallets, travel, begun: () => begun, granted };
}
