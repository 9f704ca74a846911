import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import type { Chat, Seen } from './chat.ts';
import { hasKey, isAbout } from './words.ts';

/** A button by the beginning of its label, or a text that is typed. */
export type Step =
  | {
      readonly press: string;
      /** In an older message, about this number. */
      readonly about?: string;
      /** In this message, which need not be new. */
      readonly on?: Seen;
    }
  | { readonly type: string };

/** A press that shows nothing after so long is made again. */
export const patienceMs = 9_000;

export type Steps = ReturnType<typeof createSteps>;

/** How a person gets from one screen to another. */
export function createSteps(chat: Chat, isOver: () => boolean) {
  /** Follows the steps until a message fits; begins again when the bot does not answer. */
  async function reach(goal: string, steps: readonly Step[], fits: (seen: Seen) => boolean): Promise<Seen> {
    for (;;) {
      const seen = await follow(steps, fits);
      if (seen) return seen;
      if (isOver()) throw new Error(`${chat.person.first_name} could not reach ${goal}`);
      await sleep(random.people.between(500, 4_000));
    }
  }

  /** Null: the bot did not answer in time. */
  async function follow(steps: readonly Step[], fits: (seen: Seen) => boolean): Promise<Seen | null> {
    let mark = chat.mark();
    const isNew = (seen: Seen) => seen.change > mark;
    for (const step of steps) {
      if ('type' in step) {
        mark = chat.mark();
        await chat.type(step.type);
        continue;
      }
      const { about, on } = step;
      const isOn = (seen: Seen) => (on ? seen.id === on.id : isNew(seen));
      const isRight = about === undefined ? isOn : isAbout(about);
      const seen = await chat.wait((one) => isRight(one) && hasKey(step.press)(one), patienceMs);
      if (!seen) return null;
      mark = chat.mark();
      if (!(await chat.press(seen, step.press))) return null;
    }
    return chat.wait((one) => isNew(one) && fits(one), patienceMs);
  }

  return { reach, follow };
}
