import { faults } from '#test/simulation/faults.ts';
import { sleep } from '#test/simulation/kernel/clock.ts';
import { note } from '#test/simulation/kernel/journal.ts';
import { random } from '#test/simulation/kernel/random.ts';
import { type Bank, bankHost, type Provider, type Taken } from '#test/simulation/outside.ts';
import { visit } from './browser.ts';
import type { Chat, Seen } from './chat.ts';
import type { Step, Steps } from './steps.ts';
import { hasKey, paidIn, refusedIn, tomans, words } from './words.ts';

/** What someone does on the bank's page. `close`: pays, and does not come back. */
export type AtBank = 'pay' | 'close' | 'cancel';

export type Payer = ReturnType<typeof createPayer>;

const payKeys: Readonly<Record<Provider, string>> = {
  zarinpal: words('key-pay-zarinpal'),
  zibal: words('key-pay-zibal'),
};
const codeKey = words('key-tracking-code');
const slipSent = words('payment-slip-sent', 'amount');
const mostVisits = 6;

/** How somebody pays, online, by card or by an invoice of Telegram. */
export function createPayer(chat: Chat, bank: Bank, { reach, follow }: Steps, isOver: () => boolean) {
  const { id: personId, first_name: name } = chat.person;

  const stepsToAdd = (amount: number): Step[] => [
    { type: '/wallet' },
    { press: words('key-other-amount') },
    { type: String(amount / 10) },
  ];

  /** Asks for the ways to add so many rials. */
  const askToAdd = (amount: number): Promise<Seen> =>
    reach(
      `the ways to pay ${amount}`,
      stepsToAdd(amount),
      (seen) => seen.text.includes(tomans(amount)) && hasKey(payKeys.zarinpal)(seen),
    );

  const paidByMe = (): Taken[] => bank.book().filter((one) => one.personId === personId);
  const isTaken = (reference: string): boolean => bank.book().some((one) => one.reference === reference);

  /** Loads our page, which leads to the bank. Null: it does not. */
  async function goToBank(link: string): Promise<string | null> {
    const page = await visit(link);
    if (page === null || new URL(page.url).host !== bankHost) return null;
    bank.meet(referenceOf(page.url), personId);
    return page.url;
  }

  /** True: the bank has taken the money. */
  async function pressAtBank(url: string, pressed: AtBank): Promise<boolean> {
    if (pressed === 'pay' && faults.strikes('bank-other-amount', 0.2)) bank.spoilNext('amount-differs');
    else if (pressed === 'pay' && faults.strikes('bank-calls-twice', 0.8)) bank.spoilNext('callback-twice');
    else if (pressed === 'cancel' && faults.strikes('bank-callback-forged', 1)) bank.spoilNext('callback-forged');
    note(`${name} presses ${pressed} at the bank: ${referenceOf(url)}`);
    await visit(url, pressed);
    return isTaken(referenceOf(url));
  }

  /** Goes there by the link of a provider until the bank has taken the money, or the visit was cancelled. */
  async function payAt(seen: Seen, provider: Provider, pressed: AtBank = 'pay'): Promise<boolean> {
    const link = chat.linkOf(seen, payKeys[provider]);
    for (let visits = 0; visits < mostVisits && !isOver(); visits += 1) {
      const url = await goToBank(link);
      await sleep(random.people.between(2_000, 30_000));
      if (url !== null && ((await pressAtBank(url, pressed)) || pressed === 'cancel')) return pressed !== 'cancel';
    }
    return false;
  }

  /** Adds money online, with another request if one leads to nothing. Some cancel at first. */
  async function addOnline(amount: number, provider: Provider, pressed: AtBank = 'pay'): Promise<void> {
    if (random.people.chance(0.3)) await payAt(await askToAdd(amount), provider, 'cancel');
    while (!(await payAt(await askToAdd(amount), provider, pressed)))
      if (isOver()) throw new Error(`${name} could not pay ${amount}`);
  }

  /** Waits until the chat has said that everything which the bank took has arrived. */
  async function readsAll(): Promise<void> {
    const isRead = ({ amount }: Taken) => chat.read.some(({ text }) => paidIn(text) === amount);
    for (;;) {
      const missing = paidByMe().find((one) => !isRead(one));
      if (!missing) return;
      if (isOver()) throw new Error(`${name} never read that ${missing.amount} arrived`);
      await sleep(random.people.between(1_000, 10_000));
    }
  }

  /** Asks for the card, and gives what is to be transferred. */
  async function askForCard(amount: number): Promise<number> {
    const card = await reach('the card', [...stepsToAdd(amount), { press: words('key-pay-card') }], hasKey(codeKey));
    return rialsIn(card.text);
  }

  /** Types a tracking code until the bot says that it has it. */
  async function sendCode(code: string, amount: number): Promise<void> {
    const hasArrived = (seen: Seen) => seen.text.startsWith(slipSent) && seen.text.includes(tomans(amount));
    await reach('the answer to a slip', [{ type: code }], hasArrived);
  }

  async function transfer(amount: number): Promise<void> {
    const asked = await askForCard(amount);
    await sendCode(bank.take('card', personId, asked), asked);
  }

  /** Somebody who has transferred nothing waits for the answer. */
  async function claim(amount: number): Promise<void> {
    const asked = await askForCard(amount);
    await sendCode(String(900_000_017 + amount), asked);
    while (!chat.read.some(({ text }) => refusedIn(text) === asked)) {
      if (isOver()) throw new Error(`${name} never read that ${asked} was refused`);
      await sleep(random.people.between(1_000, 10_000));
    }
  }

  async function payByInvoice(amount: number): Promise<void> {
    const steps = [...stepsToAdd(amount), { press: words('key-pay-invoice') }];
    for (;;) {
      const invoice = await reach('an invoice', steps, (seen) => seen.invoice === amount);
      if (await chat.payInvoice(invoice)) {
        bank.take('invoice', personId, amount);
        return;
      }
      if (isOver()) throw new Error(`${name} could not pay an invoice of ${amount}`);
    }
  }

  return {
    ...chat,
    ...{
      reach,
      follow,
      askToAdd,
      goToBank,
      pressAtBank,
      payAt,
      addOnline,
      readsAll,
      transfer,
      claim,
      payByInvoice,
      paidByMe,
    },
    payKeys,
  };
}

const referenceOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** Banks count in rials: "12,345 tomans (123,450 rials)". */
const rialsIn = (text: string): number => Number((/([\d,]+) rials/.exec(text)?.[1] ?? '').replaceAll(',', ''));
