import type { Conversation } from '@sharj/local-telegram';
import { decode, type NamedAction } from '#test/support/actions.ts';
import type { BotKind } from './bots/process.ts';
import { fillWallets, type RunningBot, type Testbed, talk } from './testbed.ts';

/** One action of a buyer, which the bot answers with one message or edit. */
interface Step {
  readonly says?: (mobile: string) => string;
  /** Data of a button on the current message. */
  readonly presses?: (data: string) => boolean;
  /** Each buyer takes another one. */
  readonly differs?: boolean;
}

const ours = (wanted: (press: NamedAction) => boolean): Step => ({
  presses: (data) => {
    const press = decode(data);
    return press !== null && wanted(press);
  },
});
const theirs = (name: string): Step => ({ presses: (data) => data.split(':')[0] === name });

const hello: Step = { says: () => '/start' };
const number: Step = { says: (mobile) => `0${mobile.slice(2)}` };

/** From /start to the receipt: eight updates, two messages, seven edits, six answered presses, two gateway calls. */
const wizard: readonly Step[] = [
  hello,
  number,
  theirs('sim'),
  theirs('shelf'),
  theirs('category'),
  theirs('all'),
  { ...theirs('product'), differs: true },
  theirs('confirm'),
];
/** The same in Sharj. */
export const purchase: readonly Step[] = [
  hello,
  number,
  ours((press) => press.to === 'setSim'),
  ours((press) => press.to === 'shelf' && press.type === 'data'),
  ours((press) => press.to === 'shelf' && press.all === 'yes'),
  ours((press) => press.to === 'shelf' && press.page === 2),
  { ...ours((press) => press.to === 'product'), differs: true },
  ours((press) => press.to === 'confirm'),
];
const journeys: Readonly<Record<BotKind, readonly Step[]>> = {
  sharj: purchase,
  usual: wizard,
  grammy: wizard,
};

export const updatesPerJourney = wizard.length;

interface Buyer {
  readonly id: number;
  readonly chat: Conversation;
  readonly mobile: string;
}

let people = 20_000_000;

/** New people, with money in their wallets. */
export async function newcomers(testbed: Testbed, runningBot: RunningBot, count: number): Promise<Buyer[]> {
  const ids = Array.from({ length: count }, () => {
    people += 1;
    return people;
  });
  if (runningBot.kind === 'sharj') await fillWallets(runningBot, ids);
  return ids.map((id) => ({ id, chat: talk(testbed, runningBot, id), mobile: `98912${String(id).slice(-7)}` }));
}

/** Data of a matching button on the newest message; another one for each choice. */
export function buttonOn(
  chat: Conversation,
  wanted: (data: string) => boolean,
  choice = 0,
): { data: string; message: number } {
  const { id, message } = chat.last();
  const found = (message.reply_markup?.inline_keyboard ?? [])
    .flat()
    .flatMap((button) => ('callback_data' in button && wanted(button.callback_data) ? [button.callback_data] : []));
  const data = found[choice % found.length];
  if (data === undefined) throw new Error(`No such button under: ${message.text}`);
  return { data, message: id };
}

/** All walk in step: each does the next thing when everyone has seen the last answer. */
export async function walk(runningBot: RunningBot, buyers: readonly Buyer[]): Promise<void> {
  for (const { says, presses, differs = false } of journeys[runningBot.kind]) {
    const actions = buyers.map(({ chat, mobile }, at) => {
      if (says) return () => chat.type(says(mobile), { wait: false });
      const { data, message } = buttonOn(chat, presses ?? (() => false), differs ? at : 0);
      return () => chat.forge(data, { message, wait: false });
    });
    // A slow result comes below the old message, which is edited too: two messages for one press.
    const answered = runningBot.said(
      buyers.length,
      buyers.map(({ id }) => id),
    );
    await Promise.all(actions.map((act) => act()));
    await answered;
  }
}
