import { type Evidence, numbersOf, type Rule, soldFor, sum } from './evidence.ts';
import type { Taken } from './outside.ts';
import { paidIn, refusedIn } from './people/words.ts';
import type { LedgerFact, ShopFacts } from './raw-tables.ts';

/** As docs say: the method, and the provider's name for the payment. */
export const keyOf = ({ method, reference }: Taken): string => `payment:${method}:${reference}`;

/** Whether the shop has a row for it: a restore may have forgotten that. */
export const isKnown = ({ method, personId, amount, reference }: Taken, { payments }: ShopFacts): boolean =>
  payments.some(
    (row) =>
      row.person === personId &&
      row.method === method &&
      (method === 'card' ? row.amount === amount && row.hasSlip === 1 : row.reference === reference),
  );

export const isOnline = ({ method }: Taken): boolean => method === 'zarinpal' || method === 'zibal';

const listed = (amounts: readonly number[]): string => amounts.toSorted((one, other) => one - other).join(', ');

/** About money that people pay in: the book of the bank against the ledger and the chats. */
export const moneyRules: Readonly<Record<string, Rule>> = {
  'wallets have what people paid in, less what was sold to them': (evidence) =>
    evidence.grants.flatMap(({ id, rials, creditLimit }) => {
      const { expected, paidBack, facts } = evidence;
      const paidIn = sum(expected.filter(({ personId }) => personId === id).map(amountOf)) - (paidBack.get(id) ?? 0);
      const given = evidence.given.get(id) ?? 0;
      const right = rials + paidIn + given + earnedBy(id, evidence) - sum(chargesOf(id, evidence));
      const { balance, held } = facts.wallets.find(({ person }) => person === id) ?? { balance: 0, held: 0 };
      return [
        ...(balance === right && held === 0 ? [] : [`${id} has ${balance} and ${held} on hold; ${right} is right`]),
        ...(balance < -(creditLimit ?? 0) ? [`${id} spent more than there was`] : []),
      ];
    }),

  'after a restore nothing is credited by itself': ({ facts: { guessed } }) =>
    guessed.map((id) => `${id} was in doubt, and nobody decided about it`),

  'the ledger adds up to the wallets': ({ facts: { wallets, ledger } }) =>
    wallets.flatMap(({ person: id, balance, held }) => {
      const own = ledger.filter(({ person }) => person === id);
      const booked = { balance: sum(own.map(balanceOf)), held: sum(own.map((entry) => entry.held)) };
      const isRight = balance === booked.balance && held === booked.held;
      return isRight ? [] : [`the ledger of ${id} adds up to ${booked.balance} and ${booked.held}`];
    }),

  'what the bank took online is credited once, to its payer': ({ expected, facts: { ledger } }) => {
    const entries = Map.groupBy(ledger, ({ key }) => key);
    return expected.filter(isOnline).flatMap((one) => {
      const found = entries.get(keyOf(one)) ?? [];
      const isRight = found.length === 1 && found[0]?.person === one.personId && found[0].balance === one.amount;
      const shown = found.map(({ person, balance }) => `${balance} to ${person}`).join(' and ');
      return isRight ? [] : [`${one.personId} paid ${one.amount} by ${keyOf(one)}; credited: ${shown || 'nothing'}`];
    });
  },

  'everybody is credited what they paid, by each method, and nothing else': ({ expected, facts: { ledger } }) => {
    const credits = ledger.filter(({ kind }) => kind === 'payment');
    const people = new Set([...expected.map(({ personId }) => personId), ...credits.map(({ person }) => person)]);
    const methods = ['zarinpal', 'zibal', 'card', 'invoice'] as const;
    return [...people].flatMap((id) =>
      methods.flatMap((method) => {
        const paid = listed(expected.filter((one) => one.personId === id && one.method === method).map(amountOf));
        const credited = listed(credits.filter((one) => one.person === id && isBy(one, method)).map(balanceOf));
        return paid === credited ? [] : [`${id} paid by ${method}: ${paid || 'nothing'}; credited: ${credited}`];
      }),
    );
  },

  'a promo code is used once by each person': ({ facts: { orders }, reversed }) => {
    const cheaper = orders.filter(
      ({ state, charge, total, code }) => state === 'delivered' && charge < total && !reversed.has(code),
    );
    return [...Map.groupBy(cheaper, ({ buyer }) => buyer)].flatMap(([id, all]) =>
      all.length > 1 ? [`${id} used it for ${all.map(({ code }) => code).join(' and ')}`] : [],
    );
  },

  'the bank was told that we have the money': ({ expected }) =>
    expected.flatMap(({ isVerified, reference }) =>
      isVerified ? [] : [`${reference} was never verified, so the bank gives it back`],
    ),

  'what was said of payments was true': ({ chats, taken }) =>
    chats.flatMap(({ person: { id, first_name: name }, read }) => {
      const amounts = new Set(taken.filter(({ personId }) => personId === id).map(amountOf));
      return read.flatMap(({ text }) => {
        const [paid, refused] = [paidIn(text), refusedIn(text)];
        return [
          ...(paid === null || amounts.has(paid) ? [] : [`${name} read that ${paid} arrived`]),
          ...(refused === null || !amounts.has(refused) ? [] : [`${name} read that ${refused} was refused`]),
        ];
      });
    }),

  'everybody has read that their money arrived': ({ chats, expected }) =>
    expected.flatMap(({ personId, amount }) => {
      const chat = chats.find(({ person }) => person.id === personId);
      const isRead = chat?.read.some(({ text }) => paidIn(text) === amount);
      return isRead ? [] : [`${personId} paid ${amount}, and never read that it arrived`];
    }),
};

/** A hundredth of what those pay who came by this person's link. */
const earnedBy = (personId: number, evidence: Evidence): number =>
  sum(
    evidence.grants
      .filter(({ referrerId }) => referrerId === personId)
      .flatMap(({ id }) => chargesOf(id, evidence).map((charge) => charge / 100)),
  );

/** What this person owes for deliveries, by the prices that their orders have, without those that were taken back. */
function chargesOf(personId: number, { wishes, sales, reversed, restored, facts: { orders } }: Evidence): number[] {
  const own = new Map(
    orders.filter((one) => one.buyer === personId && one.confirmedAt !== null).map((one) => [one.code, one]),
  );
  const numbers = wishes.filter((wish) => wish.personId === personId).flatMap(numbersOf);
  // What a restore has forgotten is in no wallet.
  const sold = restored ? sales.filter(({ isBought, code }) => isBought && own.has(code)) : soldFor(sales, numbers);
  return sold.filter(({ code }) => !reversed.has(code)).map(({ code, price }) => own.get(code)?.charge ?? price);
}

const amountOf = ({ amount }: Taken): number => amount;
const balanceOf = ({ balance }: LedgerFact): number => balance;
const isBy = ({ key }: LedgerFact, method: string): boolean => methodOf(key) === method;
/** The key of an invoice names no method. */
const methodOf = (key: string): string => /^payment:(zarinpal|zibal|card):/.exec(key)?.[1] ?? 'invoice';
