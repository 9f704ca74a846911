import { act, type Wanted } from './link.ts';
import { ask, copy, toast } from './notice.ts';
import { money, phone } from './numbers.ts';
import type { Button, ChatMessage, KeyboardKey } from './protocol.ts';
import { chosenPerson, state, words } from './store.ts';

/** Actions of the person at the screen, with Telegram's confirmations. */

async function perform(wanted: Wanted): Promise<boolean> {
  const { copied, opened, payment, problem } = await act(wanted);
  const say = words();
  if (copied !== null) await copy(copied);
  if (opened !== null) opensElsewhere(opened);
  if (payment === 'declined') toast(problem ?? say.payDeclined);
  else if (payment === 'expired') toast(say.payExpired);
  else if (problem !== null) toast(problem === 'offline' ? say.offline : problem);
  return problem === null;
}

export const type = (text: string): Promise<boolean> => perform({ do: 'type', text });
export const sendSticker = (emoji: string): Promise<boolean> => perform({ do: 'sticker', emoji });
export const sendLocation = (): Promise<boolean> => perform({ do: 'location' });

/** Links to the bot start it; for others the page only shows the address. */
export function follow(url: string): void {
  if (isOwnLink(url)) void perform({ do: 'open', link: url });
  else if (/^https?:/i.test(url)) window.open(url, '_blank', 'noopener,noreferrer');
  else opensElsewhere(url);
}

const isOwnLink = (url: string): boolean => {
  const found = /^(?:https?:\/\/)?t\.me\/(\w+)(?:\?start=[\w-]*)?$/i.exec(url);
  return found?.[1]?.toLowerCase() === state.bot.username.toLowerCase();
};

function opensElsewhere(url: string): void {
  if (isOwnLink(url)) return;
  if (/^https?:/i.test(url) && !/^https?:\/\/t\.me\//i.test(url)) {
    window.open(url, '_blank', 'noopener,noreferrer');
    return;
  }
  toast(`${words().opens} ${url}`);
}

/** Resolves when the press was sent; the spinner stays until the bot answers. */
export async function press(message: ChatMessage, button: Button, row: number, column: number): Promise<void> {
  const say = words();
  if (button.kind === 'pay' && message.invoice) {
    const { title, amount, currency } = message.invoice;
    const agreed = await ask({
      title: say.payTitle,
      text: `${title} · ${money(amount, currency)}`,
      yes: say.pay,
      no: say.cancel,
    });
    if (!agreed) return;
  }
  await perform({ do: 'press', message: message.id, row, column });
}

export async function pressKey(key: KeyboardKey, row: number, column: number): Promise<void> {
  const person = chosenPerson();
  if (key.asks === 'contact' && person) {
    const say = words();
    const text = `${person.name} · ${phone(person.phone)}`;
    if (!(await ask({ title: say.shareTitle, text, yes: say.share, no: say.cancel }))) return;
  }
  await perform({ do: 'key', row, column });
}

export async function shareContact(): Promise<void> {
  const person = chosenPerson();
  if (!person) return;
  const say = words();
  const filled = await ask({
    title: say.shareTitle,
    fields: [
      { label: say.shareName, value: person.name },
      { label: say.sharePhone, value: `+${person.phone}`, ltr: true },
    ],
    yes: say.share,
    no: say.cancel,
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
