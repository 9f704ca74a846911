import type { OrderState } from '../../src/domain/order.ts';
import type { Wanted } from '../../src/shop/orders/order.ts';
import { type Counter, faultNames } from './counter.ts';
import type { Fleet } from './fleet.ts';
import { liesIn } from './points.ts';
import type { Answer } from './protocol.ts';
import type { Random } from './random.ts';

/** What a buyer was told: from then on it has to be true. */
export interface Promised {
  readonly orderId: string;
  readonly state: OrderState;
}

export interface JourneysDeps {
  readonly fleet: Pick<Fleet, 'ask' | 'armed'>;
  readonly counter: Pick<Counter, 'spoil' | 'fixed' | 'ranged' | 'offSale'>;
  readonly random: Random;
}

const buyers = [101, 102, 103, 104, 105] as const;
/** Has nothing and is given nothing. */
const poorBuyer = 106;
/** Has nothing but what is paid for each order. */
const payer = 107;
const wealth = 10_000_000_000;
const longAgoMs = 30 * 3_600_000;

type Kind = 'buy' | 'look' | 'cancel' | 'waver' | 'poor' | 'late' | 'pay';

export function createJourneys({ fleet, counter, random }: JourneysDeps) {
  const promised: Promised[] = [];
  let begun = 0;
  const granted = new Map<number, number>([...buyers.map((id) => [id, wealth] as const), [poorBuyer, 0], [payer, 0]]);

  async function fillWallets(): Promise<void> {
    const grants = buyers.map(
      (personId) => ({ do: 'grant', personId, amount: wealth, key: `start:${personId}` }) as const,
    );
    // Twice: a repeated grant must not give twice.
    await Promise.all([...grants, ...grants].map((grant) => fleet.ask(grant)));
  }

  /** One person, from asking for a price to the last tap on Confirm. */
  async function travel(): Promise<void> {
    begun += 1;
    const origin = `update:${begun}`;
    const kind = kindOf();
    if (kind === 'pay') return pay(origin);
    const buyerId = kind === 'poor' ? poorBuyer : random.pick(buyers);
    const order = await quote(origin, buyerId);
    if (kind === 'look') return;
    if (random.chance(wantsFault() ? 0.8 : 0.35)) await counter.spoil(random.pick(faultNames), random.whole(1, 2));

    const confirm = { do: 'confirm', orderId: order, by: buyerId, agoMs: kind === 'late' ? longAgoMs : 0 } as const;
    const cancel = { do: 'cancel', orderId: order, by: buyerId } as const;
    const taps = [
      ...(kind === 'cancel' ? [] : [confirm, confirm]),
      ...(kind === 'cancel' || kind === 'waver' ? [cancel] : []),
      ...(kind !== 'cancel' && random.chance(0.3) ? [confirm] : []),
    ];
    const answers = await Promise.all(
      taps.map((tap, at) => fleet.ask(tap.do === 'confirm' ? { ...tap, origin: `${origin}:${at}` } : tap)),
    );
    for (const answer of answers) remember(answer, kind);
    // Much later they find the button again.
    if (kind !== 'cancel' && random.chance(0.2))
      remember(await fleet.ask({ ...confirm, origin: `${origin}:again` }), kind);
  }

  /** One who pays by invoice: Telegram tells of each payment until it is heard, and sometimes once more. */
  async function pay(origin: string): Promise<void> {
    const { id, price, second_price } = counter.ranged;
    const amount = random.whole(price, second_price ?? price);
    const item = { kind: 'product', productId: id, amount } as const;
    const order = await quote(origin, payer, { ...wish(), item });
    if (random.chance(0.35)) await counter.spoil(random.pick(faultNames), random.whole(1, 2));
    // Now and then they change their mind while the bank takes its time: then it stays in the wallet.
    if (random.chance(0.2)) remember(await fleet.ask({ do: 'cancel', orderId: order, by: payer }), 'pay');
    granted.set(payer, (granted.get(payer) ?? 0) + amount);
    const payment = { do: 'pay', orderId: order, by: payer, amount, chargeId: origin } as const;
    const answers = await Promise.all([payment, payment].map((told) => fleet.ask(told)));
    for (const answer of answers) remember(answer, 'pay');
    if (random.chance(0.3)) remember(await fleet.ask(payment), 'pay');
  }

  async function quote(origin: string, buyerId: number, wanted = wish()): Promise<string> {
    const request = { do: 'quote', origin, buyerId, wanted } as const;
    const times = random.chance(0.3) ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: times }, () => fleet.ask(request)));
    const ids = new Set(answers.map((answer) => remember(answer, 'look')));
    const [id] = ids;
    if (ids.size !== 1 || !id) throw new Error('One update gave two orders, or none.');
    return id;
  }

  /** Some scenes are rare; while someone waits to die in one, it is played more often. */
  function kindOf(): Kind {
    const armed = fleet.armed();
    if (armed.some((point) => liesIn(point, 'cancel')) && random.chance(0.4)) return 'cancel';
    if (armed.some((point) => liesIn(point, 'review')) && random.chance(0.4)) return 'late';
    if (armed.some((point) => liesIn(point, 'pay')) && random.chance(0.4)) return 'pay';
    const roll = random.next();
    if (roll < 0.06) return 'look';
    if (roll < 0.1) return 'cancel';
    if (roll < 0.15) return 'waver';
    if (roll < 0.19) return 'poor';
    if (roll < 0.31) return 'pay';
    return roll < 0.35 ? 'late' : 'buy';
  }

  const wantsFault = () => fleet.armed().some((point) => liesIn(point, 'unsure', 'postpone'));

  function wish(): Wanted {
    const mobile = `98935${String(random.whole(0, 9_999_999)).padStart(7, '0')}`;
    const { id, price, second_price } = counter.ranged;
    const named = { kind: 'product', productId: id, amount: random.whole(price, second_price ?? price) } as const;
    const fixed = { kind: 'product', productId: counter.fixed.id, amount: null } as const;
    const refused = { kind: 'product', productId: counter.offSale.id, amount: null } as const;
    const offer = { kind: 'offer', code: '40100', type: 'DATA' } as const;
    const item = random.chance(0.2) ? refused : random.pick([named, fixed, offer]);
    return { item, mobile, simType: 'prepaid' };
  }

  function remember(answer: Answer, kind: Kind): string | null {
    if (answer.kind === 'order') {
      promised.push({ orderId: answer.id, state: answer.state });
      return answer.id;
    }
    if (kind === 'poor' && answer.kind === 'failure' && answer.code === 'wallet-too-small') return null;
    throw new Error(`Nobody expected this answer: ${JSON.stringify(answer)}`);
  }

  return {
    fillWallets,
    travel,
    promised,
    begun: () => begun,
    granted,
  };
}
