import { sleep } from '#test/simulation/kernel/clock.ts';
import { random } from '#test/simulation/kernel/random.ts';
import type { Sale } from '#test/simulation/outside.ts';
import type { Chat } from './chat.ts';
import { codeIn, words } from './words.ts';

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
