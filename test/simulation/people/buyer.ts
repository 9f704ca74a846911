import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { time } from '#test/simulation/kernel/time.ts';
import type { Bank } from '#test/simulation/outside.ts';
import type { Chat, Seen } from './chat.ts';
import type { Owner } from './owner.ts';
import { createPayer } from './payer.ts';
import { createSteps, patienceMs, type Step } from './steps.ts';
import {
  amountIn,
  boughtIn,
  codeIn,
  deliveredIn,
  hasKey,
  isAbout,
  rejectedIn,
  type Said,
  saidIn,
  spoken,
  words,
} from './words.ts';

/** What a machine was told. */
export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
  /** It asked for something else under the same key. */
  readonly isOther: boolean;
}

/** What someone wanted, and how they were told that it ended. */
export interface Wish {
  readonly personId: number;
  readonly story: string;
  /** As people type it. */
  readonly number: string;
  /** What it cost, by the Confirm buttons that they pressed. */
  readonly prices: Set<number>;
  /** How often they were told that it was delivered; null: they still wait. */
  delivered: number | null;
  /** Several numbers that were sold together, and how many deliveries were told. */
  list?: { readonly numbers: readonly string[]; readonly delivered: number };
  /** True: whatever happens, the shop may not sell it. */
  isForbidden?: boolean;
  /** What it cost before the owner changed the price, and its Confirm was over. */
  oldPrice?: number;
  /** Of a machine. */
  readonly answers?: readonly ApiAnswer[];
  /** The shop was restored, and said that it does not know. */
  isInDoubt?: boolean;
  /** The same of a second number, for those who wanted something for two. */
  beside?: { readonly number: string; readonly delivered: number };
}

const withCode = words('confirm-promo', 'code', 'amount');
const payKey = words('key-pay', 'amount');
export const confirmKey = words('key-confirm', 'total');
/** Under a Confirm that a newer one has replaced. */
const newerKey = words('key-show-newer');
const shortOfMoney = words('failure-wallet-too-small', 'missing');
/** The wallet cannot pay it: the message leads to the ways to pay. */
const isShort = (seen: Seen): boolean =>
  seen.text.startsWith(shortOfMoney) || (hasKey(payKey)(seen) && !hasKey(confirmKey)(seen));

const rialsIn = amountIn('pay-title');

const none: ReadonlySet<string> = new Set();
const underWay: ReadonlySet<unknown> = new Set(['confirmed', 'unsure', 'review']);

/** `short`: the wallet had too little, and nothing was bought. */
export type End = 'delivered' | 'rejected' | 'short';

interface Choice {
  readonly number?: string;
  /** Codes of other orders for this number, whose messages tell nothing. */
  readonly known?: ReadonlySet<string>;
  /** Where to press. Without it: the newest Confirm. */
  readonly message?: number;
}

/** In rials, of the button that people press. */
export function priceOn({ buttons }: Seen): number {
  const label = buttons.find((one) => one.startsWith(confirmKey)) ?? '';
  return Number(label.replace(/\D/g, '')) * 10;
}

/** After that someone whose Confirm has gone begins again. */
const longPatienceMs = 60_000;

interface BuyerParts {
  readonly bank: Bank;
  readonly owner: Owner;
  readonly isOver: () => boolean;
}

export function createBuyer(chat: Chat, { bank, owner, isOver }: BuyerParts) {
  const payer = createPayer(chat, bank, createSteps(chat, isOver), isOver);

  const stepsTo = new Map<string, readonly Step[]>();

  /** Follows the steps to a Confirm button. */
  function findConfirm(number: string, steps: readonly Step[]): Promise<Seen> {
    stepsTo.set(number, steps);
    return payer.reach(`a Confirm for ${number}`, steps, (one) => isAbout(number)(one) && hasKey(confirmKey)(one));
  }

  /** What the chat says of the other orders of this number. */
  const saidOf = (number: string, known: ReadonlySet<string>): (Said | null)[] =>
    chat
      .all()
      .filter((one) => isAbout(number)(one) && !known.has(codeIn(one.text) ?? ''))
      .map(({ text }) => saidIn(text));

  /** Messages in which this number can be confirmed. */
  const openConfirms = (number: string): Seen[] =>
    chat.all().filter((one) => isAbout(number)(one) && hasKey(confirmKey)(one));

  async function pressConfirm(wish: Wish, seen: Seen): Promise<void> {
    wish.prices.add(priceOn(seen));
    await chat.press(seen, confirmKey);
  }

  /** Presses Confirm, again when nothing happens, until the bot says how it ended. */
  async function confirm(wish: Wish, { number = wish.number, known = none, message }: Choice = {}): Promise<End> {
    let pressed = message;
    // Its message may be replaced by one below, which takes a moment.
    let isUnderWay = false;
    const own = new Set<number>();
    let waitMs = patienceMs;
    let pressedAt = time.at;
    for (;;) {
      const said = saidOf(number, known);
      const end = said.find((one) => one === 'delivered' || one === 'rejected');
      if (end) return end;
      if (chat.all().some((one) => one.id === pressed && isShort(one))) return 'short';
      if (isOver()) throw new Error(`the end of ${number} was never told`);
      const open = openConfirms(number);
      const one = open.find(({ id }) => id === pressed) ?? open.at(-1);
      isUnderWay ||= said.some((state) => underWay.has(state));
      for (const { id } of chat.all().filter(isAbout(number))) own.add(id);
      const replaced = chat.all().findLast((seen) => own.has(seen.id) && hasKey(newerKey)(seen));
      if (!one && !isUnderWay && replaced) {
        await chat.press(replaced, newerKey);
        await sleep(patienceMs);
      } else if (one && !isUnderWay) {
        pressed = one.id;
        pressedAt = time.at;
        const mark = chat.mark();
        await pressConfirm(wish, one);
        await chat.wait((seen) => seen.change > mark && isAbout(number)(seen), waitMs);
        waitMs = Math.min(longPatienceMs, waitMs * 1.5);
      } else if (!one && !isUnderWay && time.at > pressedAt + longPatienceMs) {
        pressedAt = time.at;
        await findConfirm(number, stepsTo.get(number) ?? []);
      } else await sleep(random.people.between(500, 3_000));
    }
  }

  /** Types a list, confirms it, and waits until each row has its end. How many deliveries were told. */
  async function sellList(wish: Wish, numbers: readonly string[]): Promise<number> {
    const isList = ({ text }: Seen) => numbers.every((number) => text.includes(spoken(number)));
    const isRunning = ({ text }: Seen) => text.includes(` of ${numbers.length} finished`);
    let nextTry = 0;
    for (;;) {
      const lists = chat.all().filter(isList);
      const over = lists.find(({ text }) => deliveredIn(text) + rejectedIn(text) === numbers.length);
      if (over) return deliveredIn(over.text);
      if (isOver()) throw new Error(`the end of the list with ${numbers[0]} was never told`);
      const open = lists.findLast(hasKey(confirmKey));
      if (chat.all().some(isRunning) || time.at < nextTry) await sleep(random.people.between(500, 3_000));
      else if (open) {
        wish.prices.add(priceOn(open) / numbers.length);
        await chat.press(open, confirmKey);
        nextTry = time.at + patienceMs;
      } else {
        await chat.type(numbers.map((number) => `${number} 6000 toman`).join('\n'));
        nextTry = time.at + patienceMs;
      }
    }
  }

  /** Finds a Confirm, and types a promo code there, which may be used up. One that was typed once is remembered. */
  async function findCheaper(number: string, steps: readonly Step[], code: string): Promise<void> {
    if ((await findConfirm(number, steps)).text.includes(withCode)) return;
    const isPriced = (seen: Seen) => isAbout(number)(seen) && hasKey(confirmKey)(seen);
    const typing = [{ press: words('key-change'), about: number }, { press: words('key-promo') }, { type: code }];
    await payer.follow(typing, isPriced);
    if (openConfirms(number).length === 0) await findConfirm(number, steps);
  }

  /** Follows the steps to a price that the wallet cannot pay, and asks how to pay it. */
  function askToPay(wish: Wish, steps: readonly Step[]): Promise<Seen> {
    return payer.reach(`the ways to pay for ${wish.number}`, [...steps, { press: payKey }], (seen) => {
      const price = rialsIn(seen.text) ?? 0;
      if (!isAbout(wish.number)(seen) || !hasKey(payer.payKeys.zarinpal)(seen) || price === 0) return false;
      wish.prices.add(price);
      return true;
    });
  }

  /** Waits until the chat says how the order of this number ended. */
  async function endOf(number: string): Promise<End> {
    for (;;) {
      const end = saidOf(number, none).find((one) => one === 'delivered' || one === 'rejected');
      if (end) return end;
      if (isOver()) throw new Error(`the end of ${number} was never told`);
      await sleep(random.people.between(500, 3_000));
    }
  }

  /** What was paid for was bought, or the money is kept. How many deliveries were told. */
  async function readsPurchase(number: string): Promise<number> {
    const isBought = chat.read.some(({ text }) => text.includes(spoken(number)) && boughtIn(text) !== null);
    return isBought && (await endOf(number)) === 'delivered' ? 1 : 0;
  }

  return {
    ...payer,
    owner,
    findCheaper,
    sellList,
    askToPay,
    endOf,
    readsPurchase,
    findConfirm,
    openConfirms,
    pressConfirm,
    confirm,
    isOver,
  };
}

export type Buyer = ReturnType<typeof createBuyer>;
