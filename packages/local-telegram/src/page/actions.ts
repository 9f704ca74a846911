import { act, type Wanted } from './link.ts';
import { ask, copy, toast } from './notice.ts';
import { money, phone } from './numbers.ts';
import type { ActionResult, BotCard, BotNames, Button, ChatMessage, KeyboardKey } from './protocol.ts';
import { botNamed, chatKey, chosenBot, chosenPerson, say, sayIf, state } from './store.ts';

/** Actions of the person at the screen, with Telegram's confirmations. */

async function perform(wanted: Wanted): Promise<boolean> {
  const { copied, opened, payment, problem } = await act(wanted);
  if (copied !== null) await copy(copied);
  if (opened !== null) opensElsewhere(opened);
  if (payment === 'declined') toast(problem ?? say('pay-declined'));
  else if (payment === 'expired') toast(say('pay-expired'));
  else if (problem !== null) toast(problem === 'offline' ? say('offline') : problem);
  return problem === null;
}

export const type = (text: string): Promise<boolean> => perform({ do: 'type', text });
export const sendSticker = (emoji: string): Promise<boolean> => perform({ do: 'sticker', emoji });
export const sendLocation = (): Promise<boolean> => perform({ do: 'location' });

/** Follows a link. Links to a bot start it in its chat; other addresses are only shown. */
export function follow(url: string): void {
  if (linkedBot(url)) void perform({ do: 'open', link: url }).then(() => opensElsewhere(url));
  else if (newBotOf(url)) opensElsewhere(url);
  else if (/^https?:/i.test(url)) window.open(url, '_blank', 'noopener,noreferrer');
  else opensElsewhere(url);
}

const linkedBot = (url: string): BotCard | undefined =>
  botNamed(/^(?:https?:\/\/)?t\.me\/(\w+)(?:\?start=[\w-]*)?$/i.exec(url)?.[1] ?? '');

/** Parses https://t.me/newbot/manager_bot/new_bot?name=New. */
function newBotOf(url: string): { readonly manager: BotCard; readonly names: BotNames } | undefined {
  const [, managed = '', username = '', query = ''] =
    /^(?:https?:\/\/)?t\.me\/newbot\/(\w+)\/(\w+)(?:\?(.*))?$/i.exec(url) ?? [];
  const manager = botNamed(managed);
  const names = { name: new URLSearchParams(query).get('name') ?? '', username };
  return manager && { manager, names };
}

function opensElsewhere(url: string): void {
  const bot = linkedBot(url);
  if (bot) {
    location.hash = `#${chatKey({ person: state.chosen, bot: bot.username })}`;
    return;
  }
  const made = newBotOf(url);
  if (made) {
    const link = `https://t.me/newbot/${made.manager.username}`;
    void askForBot(made.manager, made.names, ({ name, username }) =>
      act({ do: 'open', link: `${link}/${username}?${new URLSearchParams({ name })}` }),
    );
    return;
  }
  if (/^https?:/i.test(url) && !/^https?:\/\/t\.me\//i.test(url)) {
    window.open(url, '_blank', 'noopener,noreferrer');
    return;
  }
  toast(`${say('opens')} ${url}`);
}

/** Resolves when the press is sent; the spinner stays until the bot answers. */
export async function press(message: ChatMessage, button: Button, row: number, column: number): Promise<void> {
  if (button.kind === 'pay' && message.invoice) {
    const { title, amount, currency } = message.invoice;
    const agreed = await ask({
      title: say('pay-title'),
      text: `${title} · ${money(amount, currency)}`,
      yes: say('pay'),
      no: say('cancel'),
    });
    if (!agreed) return;
  }
  await perform({ do: 'press', message: message.id, row, column });
}

export async function pressKey(key: KeyboardKey, row: number, column: number): Promise<void> {
  const person = chosenPerson();
  if (key.asks === 'contact' && person) {
    const text = `${person.name} · ${phone(person.phone)}`;
    if (!(await ask({ title: say('share-title'), text, yes: say('share'), no: say('cancel') }))) return;
  }
  if (key.asks === 'bot') {
    const suggested = key.suggested ?? { name: '', username: '' };
    await askForBot(chosenBot(), suggested, (names) => act({ do: 'create-bot', row, column, ...names }));
    return;
  }
  await perform({ do: 'key', row, column });
}

/** Works like Telegram's own window: asks until the names are accepted. */
async function askForBot(
  manager: BotCard,
  suggested: BotNames,
  create: (names: BotNames) => Promise<ActionResult>,
): Promise<void> {
  let names = suggested;
  let problem: string | null = null;
  do {
    const filled: string[] | null = await ask({
      title: say('create-title'),
      text: say('create-text', { manager: manager.name }),
      problem,
      fields: [
        { label: say('name'), value: names.name },
        { label: say('username'), value: names.username, ltr: true },
      ],
      yes: say('create'),
      no: say('cancel'),
    });
    if (!filled) return;
    const [name = '', username = ''] = filled;
    names = { name, username: username.replace(/^@/, '') };
    ({ problem } = await create(names));
    if (problem !== null) problem = problem === 'offline' ? say('offline') : sayIf(`problem-${problem}`, problem);
  } while (problem !== null);
}

export async function shareContact(): Promise<void> {
  const person = chosenPerson();
  if (!person) return;
  const filled = await ask({
    title: say('share-title'),
    fields: [
      { label: say('share-name'), value: person.name },
      { label: say('share-phone'), value: `+${person.phone}`, ltr: true },
    ],
    yes: say('share'),
    no: say('cancel'),
  });
  const [name = '', number = ''] = filled ?? [];
  if (!filled || number === '') return;
  const isOwn = name === person.name && number === `+${person.phone}`;
  await perform(isOwn ? { do: 'own-contact' } : { do: 'contact', name: name || '?', phone: number });
}

export async function sendPhoto(file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  await perform({ do: 'photo', bytes: btoa(binary) });
}
