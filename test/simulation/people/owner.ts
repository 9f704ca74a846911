import { sleep } from '#test/simulation/kernel/clock.ts';
import { note } from '#test/simulation/kernel/journal.ts';
import { random } from '#test/simulation/kernel/random.ts';
import type { Bank, Sale } from '#test/simulation/outside.ts';
import { isPausedByOwner, isSellingPaused } from '#test/simulation/raw-tables.ts';
import type { Chat, Seen } from './chat.ts';
import { createDecisions } from './decisions.ts';
import { createSteps, type Step } from './steps.ts';
import { hasKey, tomans, words } from './words.ts';

const keys = {
  people: words('key-desk-people'),
  customers: words('key-customers'),
  orders: words('key-desk-orders'),
  money: words('key-desk-money'),
  findPerson: words('key-find-customer'),
  findOrder: words('key-find'),
  findPayment: words('key-find-payment'),
  terms: words('key-person-terms'),
  block: words('key-block'),
  unblock: words('key-unblock'),
  pause: words('key-pause-selling'),
  resume: words('key-resume-selling'),
  compare: words('key-compare'),
  shop: words('key-desk-shop'),
  reverse: words('key-reverse'),
  payBack: words('key-pay-back'),
  prices: words('key-person-prices'),
  addRule: words('key-add-rule'),
  everyOperator: words('price-every-operator'),
  everyType: words('price-every-type'),
  fee: words('key-fee'),
  saveRule: words('key-save-rule'),
  announce: words('key-announce'),
};
/** Before a payment in a list. */
const paidSign = '✅ ';
const balanceNow = words('wallet-balance', 'balance');
const reversed = words('order-reversed-on', 'when');
const paidBack = words('payment-paid-back', 'amount');

interface OwnerParts {
  readonly chat: Chat;
  readonly sales: () => readonly Sale[];
  readonly bank: Bank;
  readonly lastSentAt: (code: string) => number;
  readonly isOver: () => boolean;
}

export type Owner = ReturnType<typeof createOwner>;

/** The owner of the shop, who does one thing at a time: what others ask for, and what waits for a decision. */
export function createOwner({ chat, sales, bank, lastSentAt, isOver }: OwnerParts) {
  const steps = createSteps(chat, isOver);
  const { decideReview, decidePayment, startOver } = createDecisions({ chat, steps, sales, bank, lastSentAt });
  const { follow } = steps;
  const wanted: { readonly act: () => Promise<boolean>; readonly done: () => void }[] = [];
  /** What the owner reads at the end of an act is in no other book. */
  const book = { reversed: new Set<string>(), paidBack: new Map<number, number>(), given: new Map<number, number>() };

  async function keep(): Promise<void> {
    await chat.type('/start');
    while (!isOver()) {
      const [first] = wanted;
      if (first && (await first.act())) wanted.shift()?.done();
      await decideReview();
      await decidePayment();
      await sleep(random.people.between(2_000, 15_000));
    }
  }

  /** Tried until it is on the screen. */
  const ask = (what: string, act: () => Promise<boolean>): Promise<void> => {
    note(`the owner is asked: ${what}`);
    return new Promise((done) => {
      wanted.push({ act, done });
    });
  };

  const has = (text: string) => (seen: Seen) => seen.text.includes(text);
  /** Whether these steps lead to such a message. */
  const reaches = async (way: readonly Step[], fits: (seen: Seen) => boolean): Promise<boolean> =>
    (await follow(way, fits)) !== null;

  const desk = (...presses: readonly string[]): Step[] => [{ type: '/desk' }, ...presses.map((press) => ({ press }))];
  const either = (one: string, other: string) => (seen: Seen) => hasKey(one)(seen) || hasKey(other)(seen);

  function setBlocked(personId: number, isBlocked: boolean): Promise<void> {
    const [now, then] = isBlocked ? [keys.block, keys.unblock] : [keys.unblock, keys.block];
    return ask(`${now} ${personId}`, async () => {
      const way = [
        ...desk(keys.people, keys.customers, keys.findPerson),
        { type: String(personId) },
        { press: keys.terms },
      ];
      const page = await follow(way, either(now, then));
      if (!page || hasKey(then)(page)) return page !== null;
      return reaches([{ press: now, on: page }, ...(isBlocked ? [{ type: 'A reason' }] : [])], hasKey(then));
    });
  }

  function setPaused(isPaused: boolean): Promise<void> {
    const [now, then] = isPaused ? [keys.pause, keys.resume] : [keys.resume, keys.pause];
    return ask(now, async () => {
      const page = await follow(desk(keys.shop), either(now, then));
      // Selling may be paused for another reason already, which ends by itself.
      if (!page || hasKey(then)(page)) return page !== null && (!isPaused || isPausedByOwner());
      return reaches([{ press: now, on: page }, ...(isPaused ? [{ type: 'A reason' }] : [])], hasKey(then));
    });
  }

  /** The operator took a delivery back. */
  const reverse = (code: string): Promise<void> =>
    ask(`reverse ${code}`, async () => {
      const page = await follow([...desk(keys.orders, keys.findOrder), { type: code }], has(code));
      if (!page) return false;
      if (!has(reversed)(page)) {
        const way = [{ press: keys.reverse, on: page }, { press: words('key-yes-reverse', 'amount') }];
        if (!(await reaches(way, has(reversed)))) return false;
      }
      book.reversed.add(code);
      return true;
    });

  /** Money that the owner has given back outside of the bot. */
  const payBack = (personId: number, reference: string, amount: number): Promise<void> =>
    ask(`pay back ${amount} of ${reference}`, async () => {
      const page = await follow(
        [...desk(keys.money, keys.findPayment), { type: reference }, { press: paidSign }],
        has(reference),
      );
      if (!page) return false;
      if (!has(paidBack)(page)) {
        const way = [
          { press: keys.payBack, on: page },
          { type: `${amount / 10} back by bank` },
          { press: words('key-yes-pay-back', 'amount') },
        ];
        if (!(await reaches(way, has(`${paidBack} ${tomans(amount)}`)))) return false;
      }
      book.paidBack.set(personId, (book.paidBack.get(personId) ?? 0) + amount);
      return true;
    });

  const pageOf = (personId: number, ...presses: readonly string[]): Step[] => [
    ...desk(keys.people, keys.customers, keys.findPerson),
    { type: String(personId) },
    ...presses.map((press) => ({ press })),
  ];

  /** In rials; negative: takes it. Their page shows whether it was done. */
  const give = (personId: number, amount: number, balance: number): Promise<void> =>
    ask(`give ${amount} to ${personId}`, async () => {
      const kind = amount < 0 ? 'take' : 'grant';
      const before = has(`${balanceNow} ${tomans(balance)}`);
      const page = await follow(pageOf(personId), hasKey(words('key-grant')));
      if (!page) return false;
      if (before(page)) {
        const way = [{ press: words(`key-${kind}`), on: page }, { type: `${Math.abs(amount) / 10} by hand` }];
        const check = await follow(way, hasKey(words(`key-yes-${kind}`, 'amount')));
        if (check)
          await reaches(
            [{ press: words(`key-yes-${kind}`, 'amount'), on: check }],
            has(words(`done-${kind}`, 'amount')),
          );
        return false;
      }
      book.given.set(personId, (book.given.get(personId) ?? 0) + amount);
      return true;
    });

  /** From now on this person pays so many percent more. */
  const setFee = (personId: number, percent: number): Promise<void> =>
    ask(`a fee for ${personId}`, async () => {
      const page = await follow(pageOf(personId, keys.terms, keys.prices), hasKey(keys.addRule));
      if (!page || has(words('rules-hint'))(page)) return page !== null;
      const scope = [keys.everyOperator, keys.everyType, keys.fee].map((press) => ({ press }));
      const way = [{ press: keys.addRule, on: page }, ...scope, { type: String(percent) }, { press: keys.saveRule }];
      return reaches(way, has(words('rule-saved')));
    });

  /** To everyone who has written. */
  const announce = (text: string): Promise<void> =>
    ask('announce', async () => {
      const way = [...desk(keys.people, keys.announce), { type: text }];
      const page = await follow(way, ({ buttons }) => buttons.some((one) => one.startsWith('📣 Send to')));
      if (!page) return false;
      // Whatever the answer is, nobody sends it a second time.
      await follow([{ press: '📣 Send to', on: page }], has(words('announcement-sending')));
      return true;
    });

  /** Someone who has compared the lists after a restore. */
  async function resumesSelling(onPress: () => void): Promise<void> {
    await sleep(random.people.between(10_000, 60_000));
    while (isSellingPaused() && !isOver()) {
      const alert = chat.all().findLast((one) => one.buttons.includes(keys.compare));
      const mark = chat.mark();
      if (alert) await chat.press(alert, keys.compare);
      const page = await chat.wait((one) => one.change > mark && one.buttons.includes(keys.resume), 20_000);
      if (page) onPress();
      if (page) await chat.press(page, keys.resume);
      await sleep(random.people.between(2_000, 10_000));
    }
  }

  return { keep, book, startOver, resumesSelling, setBlocked, setPaused, reverse, payBack, give, setFee, announce };
}
