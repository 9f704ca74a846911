import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import type { Sale } from '#test/simulation/outside.ts';
import { isSellingPaused } from '#test/simulation/raw-tables.ts';
import type { Chat } from './chat.ts';
import { codeIn, words } from './words.ts';

const compareKey = words('key-compare');
const resumeKey = words('key-resume-selling');
const openKey = words('key-open-order');
const decideKey = { delivered: words('key-decide-delivered'), rejected: words('key-decide-rejected') };

/** Decides orders in review, as the operator says on the phone. What waits for a person would wait for ever otherwise. */
export async function decideReviews(chat: Chat, sales: () => readonly Sale[], isOver: () => boolean): Promise<void> {
  const decided = new Set<string>();
  await chat.type('/start');
  while (!isOver()) {
    const alert = chat
      .all()
      .find((one) => one.buttons.includes(openKey) && !decided.has(codeIn(one.text) ?? '') && codeIn(one.text));
    if (alert && (await decide(codeIn(alert.text) as string, alert.id))) decided.add(codeIn(alert.text) as string);
    await sleep(random.people.between(2_000, 10_000));
  }

  /** True: the bot shows that it has ended. */
  async function decide(code: string, alertId: number): Promise<boolean> {
    const alert = chat.all().find(({ id }) => id === alertId);
    if (!alert) return true;
    let mark = chat.mark();
    await chat.press(alert, openKey);
    const page = await chat.wait((one) => one.change > mark && one.text.includes(code), 9_000);
    if (!page) return false;
    const isBought = sales().some((sale) => sale.code === code && sale.isBought);
    const key = decideKey[isBought ? 'delivered' : 'rejected'];
    if (!page.buttons.includes(key)) return true;
    mark = chat.mark();
    await chat.press(page, key);
    if (!(await chat.wait((one) => one.change > mark, 9_000))) return false;
    await chat.type('The operator said so on the phone');
    return false;
  }
}

/** Someone who has compared the lists after a restore. */
export async function resumesSelling(chat: Chat, isOver: () => boolean, onPress: () => void): Promise<void> {
  await sleep(random.people.between(10_000, 60_000));
  while (isSellingPaused() && !isOver()) {
    const alert = chat.all().findLast((one) => one.buttons.includes(compareKey));
    const mark = chat.mark();
    if (alert) await chat.press(alert, compareKey);
    const page = await chat.wait((one) => one.change > mark && one.buttons.includes(resumeKey), 20_000);
    if (page) onPress();
    if (page) await chat.press(page, resumeKey);
    await sleep(random.people.between(2_000, 10_000));
  }
}
