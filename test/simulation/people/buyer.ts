import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { time } from '#test/simulation/kernel/time.ts';
import type { Chat, Seen } from './chat.ts';
import { saidIn, spoken, words } from './words.ts';

/** What someone wanted, and how they were told that it ended. */
export interface Wish {
  readonly personId: number;
  readonly story: string;
  /** As people type it. */
  readonly number: string;
  /** They pressed Confirm at least once. */
  isConfirmed: boolean;
  /** What they believe they got for the number, and how often; null: they still wait. */
  outcome: { readonly delivered: number; readonly rejected: number } | null;
}

export const confirmKey = words('key-confirm', 'total');

/** A press that shows nothing after so long is made again. */
const patienceMs = 9_000;

const isAbout = (number: string) => (seen: Seen) => seen.text.includes(spoken(number));
const hasKey = (start: string) => (seen: Seen) => seen.buttons.some((one) => one.startsWith(start));

const underWay: ReadonlySet<unknown> = new Set(['confirmed', 'unsure', 'review']);

/** One step to Confirm: a button by the beginning of its label, or a text that is typed. */
export type Step = { readonly press: string } | { readonly type: string };

export function createBuyer(chat: Chat, isOver: () => boolean) {
  /** Follows the steps to a Confirm button; begins again when the bot does not answer. */
  async function findConfirm(number: string, steps: readonly Step[]): Promise<Seen> {
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
      const seen = await chat.wait((one) => isNew(one) && hasKey(step.press)(one), patienceMs);
      if (!seen) return null;
      mark = chat.mark();
      if (!(await chat.press(seen, step.press))) return null;
    }
    return chat.wait((one) => isNew(one) && isAbout(number)(one) && hasKey(confirmKey)(one), patienceMs);
  }

  /** How an order of this number ended, as the chat says now. */
  const ends = (number: string, after: number): ('delivered' | 'rejected')[] =>
    chat
      .all()
      .filter((one) => one.change > after && isAbout(number)(one))
      .flatMap((one) => {
        const said = saidIn(one.text);
        return said === 'delivered' || said === 'rejected' ? [said] : [];
      });

  const isUnderWay = (number: string, after: number) =>
    chat.all().some((one) => one.change > after && isAbout(number)(one) && underWay.has(saidIn(one.text)));

  /** Presses Confirm, again when nothing happens, until the bot says how it ended. */
  async function confirm(wish: Wish, { number = wish.number, after = 0 } = {}): Promise<'delivered' | 'rejected'> {
    let pressed: number | null = null;
    for (;;) {
      const [end] = ends(number, after);
      if (end) return end;
      if (isOver()) throw new Error(`the end of ${number} was never told`);
      const open = chat.all().filter((one) => one.change > after && isAbout(number)(one) && hasKey(confirmKey)(one));
      const one = open.find(({ id }) => id === pressed) ?? open.at(-1);
      if (one && !isUnderWay(number, after)) {
        wish.isConfirmed = true;
        pressed = one.id;
        const mark = chat.mark();
        await chat.press(one, confirmKey);
        await chat.wait((seen) => seen.change > mark && isAbout(number)(seen), patienceMs);
      } else await sleep(random.people.between(500, 3_000));
    }
  }

  return { ...chat, findConfirm, confirm, ends, isOver, now: () => time.at };
}

export type Buyer = ReturnType<typeof createBuyer>;
