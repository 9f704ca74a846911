import { random } from '#test/simulation/kernel/random.ts';
import { time } from '#test/simulation/kernel/time.ts';
import type { Bank, Sale, Taken } from '#test/simulation/outside.ts';
import type { Chat, Seen } from './chat.ts';
import type { Steps } from './steps.ts';
import { codeIn, hasKey, tomans, words } from './words.ts';

const keys = {
  openOrder: words('key-open-order'),
  openPayment: words('key-open-payment'),
  delivered: words('key-decide-delivered'),
  rejected: words('key-decide-rejected'),
  money: words('key-desk-money'),
  waiting: words('key-payments-waiting', 'count'),
  approve: words('key-approve', 'amount'),
  otherSum: words('key-approve-other'),
  next: words('key-next'),
  previous: words('key-previous'),
  notArrived: words('key-reject-not-found'),
};
const toOurCard = words('slip-card', 'tail', 'holder');
const waitingTitle = words('payments-waiting-title');
/** A row of the list: the sign of its state, and the amount. */
const rowSign = /^(?:🔎|🕓|⌛️|❌|✅) [\d,.]+ T · /u;

const longestWayMs = 120_000;
const reviewSign = '🔎';

/** Another message about it may come just then. */
const mostVain = 3;

interface DecisionParts {
  readonly chat: Chat;
  readonly steps: Steps;
  readonly sales: () => readonly Sale[];
  readonly bank: Bank;
  /** When the shop sent a purchase for the last time. */
  readonly lastSentAt: (code: string) => number;
}

/** How the owner decides what waits for a person: as the books of the gateway and the bank say. */
export function createDecisions({ chat, steps: { follow }, sales, bank, lastSentAt }: DecisionParts) {
  /** How often an order was opened that had nothing to decide. */
  const vain = new Map<string, number>();
  let seenNews = 0;
  let nextLook = 0;

  /** As the operator says on the phone. */
  async function decideReview(): Promise<void> {
    const isOpen = (code: string | null) => code !== null && (vain.get(code) ?? 0) < mostVain;
    const alerts = chat.all().filter(({ text, buttons }) => buttons.includes(keys.openOrder) && isOpen(codeIn(text)));
    const alert = random.people.pick(alerts);
    const code = alert && codeIn(alert.text);
    if (!code) return;
    const mark = chat.mark();
    await chat.press(alert, keys.openOrder);
    const page = await chat.wait((one) => one.change > mark && one.text.includes(code), 9_000);
    if (!page) return;
    const isBought = sales().some((sale) => sale.code === code && sale.isBought);
    // What is still on its way may be bought.
    if (!isBought && time.at - lastSentAt(code) < longestWayMs) return;
    const key = isBought ? keys.delivered : keys.rejected;
    // Its message may have been edited by somebody else just then.
    const lost = page.text.startsWith(reviewSign) ? 0.1 : 1;
    if (!page.buttons.includes(key)) return void vain.set(code, (vain.get(code) ?? 0) + lost);
    if (await answers(page, key)) await chat.type('The operator said so on the phone');
  }

  /** Presses, and waits for anything new. */
  async function answers(seen: Seen, key: string): Promise<boolean> {
    const mark = chat.mark();
    await chat.press(seen, key);
    return (await chat.wait((one) => one.change > mark, 9_000)) !== null;
  }

  /** One of those that wait, as the book of the bank says; the owner looks when there is news, and from time to time. */
  async function decidePayment(): Promise<void> {
    const news = chat.all().findLast((one) => hasKey(keys.openPayment)(one) || hasKey(keys.approve)(one));
    if ((news?.change ?? 0) <= seenNews && time.at < nextLook) return;
    seenNews = news?.change ?? 0;
    nextLook = time.at + random.people.between(1, 4) * 60_000;
    const steps = [{ type: '/desk' }, { press: keys.money }, { press: keys.waiting }];
    const first = await follow(steps, ({ text }) => text.startsWith(waitingTitle));
    // Those that have waited for longest may be the ones that nobody can decide yet.
    const isFurther = first !== null && hasKey(keys.next)(first) && random.people.chance(0.5);
    const list = isFurther ? await follow([{ press: keys.next, on: first }], hasKey(keys.previous)) : first;
    const rows = list?.buttons.filter((label) => rowSign.test(label)) ?? [];
    if (!list) seenNews = 0;
    if (!list || rows.length === 0) return;
    nextLook = 0;
    const row = random.people.pick(rows);
    const page = await follow([{ press: row, on: list }], hasKey(keys.approve));
    if (page) await decide(page);
  }

  async function decide(page: Seen): Promise<void> {
    const isToCard = page.text.includes(toOurCard);
    const book = bank.book();
    const sameSum = ({ method, amount }: Taken) => method === 'card' && page.text.includes(tomans(amount));
    // After a restore the tracking code may be forgotten, and nobody else paid as much.
    const taken = book.find((one) => page.text.includes(one.reference)) ?? (isToCard && book.find(sameSum));
    if (!taken) {
      if (isToCard) await answers(page, keys.notArrived);
      return;
    }
    const hasThatSum = hasKey(`${keys.approve} ${tomans(taken.amount)}`);
    if (hasThatSum(page)) return void (await answers(page, keys.approve));
    if (!(await answers(page, keys.otherSum))) return;
    const check = await follow([{ type: String(taken.amount / 10) }], hasThatSum);
    if (check) await answers(check, keys.approve);
  }

  /** What was decided since an archive is open again. */
  const startOver = () => vain.clear();

  return { decideReview, decidePayment, startOver };
}
