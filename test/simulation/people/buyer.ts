import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { time } from '#test/simulation/kernel/time.ts';
import type { Chat, Seen } from './chat.ts';
import { codeIn, type Said, saidIn, spoken, words } from './words.ts';

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
  /** The same of a second number, for those who wanted something for two. */
  beside?: { readonly number: string; readonly delivered: number };
}

export const confirmKey = words('key-confirm', 'total');
/** Under a Confirm that a newer one has replaced. */
const newerKey = words('key-show-newer');
const shortOfMoney = words('failure-wallet-too-small', 'missing');

/** A press that shows nothing after so long is made again. */
const patienceMs = 9_000;

const isAbout = (number: string) => (seen: Seen) => seen.text.includes(spoken(number));
/** A button by the beginning of its label. */
const hasKey = (start: string) => (seen: Seen) => seen.buttons.some((one) => one.startsWith(start));

const none: ReadonlySet<string> = new Set();
const underWay: ReadonlySet<unknown> = new Set(['confirmed', 'unsure', 'review']);

/** `short`: the wallet had too little, and nothing was bought. */
export type End = 'delivered' | 'rejected' | 'short';

/** One step to Confirm: a button by the beginning of its label, or a text that is typed. */
export type Step =
  | { readonly press: string /** In an older message, about this number. */; readonly about?: string }
  | { readonly type: string };

interface Choice {
  readonly number?: string;
  /** Codes of other orders for this number, whose messages tell nothing. */
  readonly known?: ReadonlySet<string>;
  /** Where to press. Without it: the newest Confirm. */
  readonly message?: number;
}

/** In rials, of the button that people press. */
function priceOn({ buttons }: Seen): number {
  const label = buttons.find((one) => one.startsWith(confirmKey)) ?? '';
  return Number(label.replace(/\D/g, '')) * 10;
}

/** After that someone whose Confirm has gone begins again. */
const longPatienceMs = 60_000;

export function createBuyer(chat: Chat, isOver: () => boolean) {
  const stepsTo = new Map<string, readonly Step[]>();

  /** Follows the steps to a Confirm button; begins again when the bot does not answer. */
  async function findConfirm(number: string, steps: readonly Step[]): Promise<Seen> {
    stepsTo.set(number, steps);
    for (;;) {
      const found = await tryOnce(number, steps);
      if (found) return found;
      if (isOver()) throw new Error(`no Confirm for ${number}`);
      await sleep(random.people.between(500, 4_000));
    }
  }

  async function tryOnce(number: string, steps: readonly Step[]): Promise<Seen | null> {
    let mark = chat.mark();
    const isNew = (seen: Seen) => seen.change > mark;
    for (const step of steps) {
      if ('type' in step) {
        mark = chat.mark();
        await chat.type(step.type);
        continue;
      }
      const { about } = step;
      const isRight = about === undefined ? isNew : isAbout(about);
      const seen = await chat.wait((one) => isRight(one) && hasKey(step.press)(one), patienceMs);
      if (!seen) return null;
      mark = chat.mark();
      if (!(await chat.press(seen, step.press))) return null;
    }
    return chat.wait((one) => isNew(one) && isAbout(number)(one) && hasKey(confirmKey)(one), patienceMs);
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
      if (chat.all().some(({ id, text }) => id === pressed && text.startsWith(shortOfMoney))) return 'short';
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

  return { ...chat, findConfirm, openConfirms, pressConfirm, confirm, isOver };
}

export type Buyer = ReturnType<typeof createBuyer>;
